import { chmodSync, mkdirSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newKey } from '../../kernel/acme/certificates.ts'
import type { ChallengeKind } from '../../kernel/acme/obtain.ts'
import { StartError } from '../../kernel/db/start-error.ts'
import type { KeyAndChain } from './tls-state.ts'

/** Each names the authority's directory, as nothing of one authority means anything to another. */
interface Files {
  /** the account's private key, PEM */
  account: { directory: string; key: string }
  /** an order under way, with the key of its certificate */
  order: { directory: string; name: string; key: string; url: string }
  /** key and chain in one file, so that a crash leaves both or neither */
  certificate: KeyAndChain & { directory: string; name: string; by: ChallengeKind }
  /** the last try, if it failed, and when the staff was told of one, ms since 1970; null: not yet */
  failure: { at: number; text: string; toldAt: number | null }
}

type Name = keyof Files

/** The files of `DATA_DIR/tls`. Each is written whole, and then renamed; one that cannot be read counts as absent. */
export interface CertificateStore {
  /** made at the first call, and stored before anybody hears of it */
  accountKey(directory: string): Promise<string>
  read<N extends Name>(name: N): Promise<Files[N] | null>
  write<N extends Name>(name: N, content: Files[N]): Promise<void>
  remove(name: Name): Promise<void>
}

export function tlsFolder(dataDir: string): string {
  return join(dataDir, 'tls')
}

/** @throws StartError with one line */
export function openCertificateStore(dataDir: string): CertificateStore {
  const folder = tlsFolder(dataDir)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
  } catch (cause) {
    throw new StartError(`The folder ${folder} cannot be used: ${(cause as Error).message}`, {
      cause,
    })
  }
  const store: CertificateStore = {
    async accountKey(directory) {
      const known = await store.read('account')
      if (known?.directory === directory) return known.key
      const key = newKey()
      await store.write('account', { directory, key })
      return key
    },
    read: (name) => readStored(dataDir, name),
    write: (name, content) => writeWhole(join(folder, `${name}.json`), JSON.stringify(content)),
    remove: (name) => rm(join(folder, `${name}.json`), { force: true }),
  }
  return store
}

/** Also for commands, which make no folder. */
export async function readStored<N extends Name>(
  dataDir: string,
  name: N,
): Promise<Files[N] | null> {
  try {
    return JSON.parse(await readFile(join(tlsFolder(dataDir), `${name}.json`), 'utf8'))
  } catch {
    return null
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.new`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.chmod(0o600)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}
