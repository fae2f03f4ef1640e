import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tlsFolder } from '../base/tls-folder.ts'
import type { KeyAndChain } from './certificate-facts.ts'
import type { ChallengeKind } from './obtain.ts'

/** Each names the authority's directory, as nothing of one authority means anything to another. */
export interface StoredFiles {
  /** the account's private key, PEM */
  account: { directory: string; key: string }
  /** an order under way, with the key of its certificate */
  order: { directory: string; name: string; key: string; url: string }
  /** key and chain in one file, so that a crash leaves both or neither */
  certificate: KeyAndChain & { directory: string; name: string; by: ChallengeKind }
  /** the last try, if it failed, and when the staff was told of one, ms since 1970; null: not yet */
  failure: { at: number; text: string; toldAt: number | null }
}

/** Also for commands, which make no folder. */
export async function readStored<N extends keyof StoredFiles>(
  dataDir: string,
  name: N,
): Promise<StoredFiles[N] | null> {
  try {
    return JSON.parse(await readFile(join(tlsFolder(dataDir), `${name}.json`), 'utf8'))
  } catch {
    return null
  }
}
