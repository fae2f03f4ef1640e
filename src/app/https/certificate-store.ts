import { chmodSync, mkdirSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newKey } from '../../kernel/acme/certificates.ts'
import { readStored, type StoredFiles } from '../../kernel/acme/stored-files.ts'
import { fileProblem } from '../../kernel/base/file-problem.ts'
import { tlsFolder } from '../../kernel/base/tls-folder.ts'
import { StartError } from '../../kernel/db/start-error.ts'

type Name = keyof StoredFiles

/** The files of `DATA_DIR/tls`. Each is written whole, and then renamed; one that cannot be read counts as absent. */
export interface CertificateStore {
  /** made at the first call, and stored before anybody hears of it */
  accountKey(directory: string): Promise<string>
  read<N extends Name>(name: N): Promise<StoredFiles[N] | null>
  write<N extends Name>(name: N, content: StoredFiles[N]): Promise<void>
  remove(name: Name): Promise<void>
}

/** @throws StartError with one line */
export function openCertificateStore(dataDir: string): CertificateStore {
  const folder = tlsFolder(dataDir)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
  } catch (cause) {
    const problem = fileProblem(cause, folder, 'write')
    throw new StartError(`The folder ${folder} cannot be used: ${problem}`, { cause })
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
