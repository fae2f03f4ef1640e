import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tlsFolder } from '../base/tls-folder.ts'
import type { Said } from '../base/translatable-text.ts'
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
  failures: Failures
}

/** Tries that failed, none of which succeeded in between. Times are ms since 1970. */
export interface Failures {
  /** `fingerprintOf` the certificate that they were to replace; null: there was none */
  replaced: string | null
  /** the first one, also before a restart */
  since: number
  /** the one to come */
  again: number
  /** of the last one */
  reason: Said
  /** sentences that say what to do */
  advice: readonly Said[]
  /** when the staff was told that they go on; null: not yet */
  toldAt: number | null
  /** when the staff was told last that the certificate in use expires; null: not yet */
  urgedAt: number | null
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
