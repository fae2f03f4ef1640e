import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import {
  copyFile,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StorageFull } from '../errors.ts'
import { listFiles } from './directory-list.ts'
import { HIDDEN, parseKey } from './keys.ts'
import type { MediaStorage, StorableData, StoredFile } from './storage.ts'
import { hasCode, syncFile, syncFolders } from './sync.ts'

const temporaryLifetime = 3_600_000 // ms; longer than any upload or conversion goes without writing

/**
 * Opens a folder as media storage, creating it where it is missing, and sweeps what a crash left
 * in it. Several processes may have the same folder open.
 *
 * @param path absolute, or relative to the working directory
 */
export async function openDirectoryStorage(path: string): Promise<MediaStorage> {
  const temporaryFolder = join(path, 'tmp')
  await reportingFull(() => mkdir(temporaryFolder, { recursive: true }))
  const root = await realpath(path)
  const storage: MediaStorage = {
    put: (key, data) => reportingFull(() => putFile(root, key, data)),
    open: async (key) => (await openFile(root, key, '')) ?? (await openFile(root, key, HIDDEN)),
    setHidden: (key, hidden) => setHidden(root, key, hidden),
    remove: (key) => removeFile(root, key),
    list: (start) => listFiles(root, start),
    isOwnedBy: (owner) => isOwnedBy(join(root, 'owner'), owner),
    temporaryPath: (extension) => temporaryPath(root, extension),
    sweepTemporary: () => sweep(join(root, 'tmp')),
  }
  await storage.sweepTemporary()
  return storage
}

async function putFile(root: string, key: string, data: StorableData): Promise<void> {
  const path = pathOf(root, key)
  const temporary = temporaryPath(root, 'part')
  try {
    await writeTemporary(temporary, data)
    await mkdir(dirname(path), { recursive: true })
    if (!(await isInPlace(dirname(path)))) throw new Error(`A folder of ${key} is a symbolic link`)
    await rename(temporary, path)
    await syncFolders(dirname(path), root)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function writeTemporary(temporary: string, data: StorableData): Promise<void> {
  if (data instanceof Uint8Array) {
    await writeFile(temporary, data, { flag: 'wx', flush: true })
  } else {
    await move(data.path, temporary)
    await syncFile(temporary)
  }
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error
    await copyFile(from, to)
    await rm(from)
  }
}

async function openFile(root: string, key: string, suffix: string): Promise<StoredFile | null> {
  if (parseKey(key) === null) return null
  const path = pathOf(root, key) + suffix
  try {
    if (!(await isInPlace(dirname(path)))) return null
    const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    return await storedFile(file, suffix === HIDDEN)
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return null
    throw error
  }
}

async function storedFile(file: FileHandle, hidden: boolean): Promise<StoredFile> {
  const { size, mtimeMs } = await file.stat()
  return {
    size,
    lastModified: Math.trunc(mtimeMs),
    hidden,
    stream: (range) => file.createReadStream({ ...range, autoClose: true }),
    close: () => file.close(),
  }
}

async function removeFile(root: string, key: string): Promise<void> {
  const path = pathOf(root, key)
  try {
    if (!(await isInPlace(dirname(path)))) return
    for (const suffix of ['', HIDDEN]) await rm(path + suffix, { force: true })
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error
  }
}

async function setHidden(root: string, key: string, hidden: boolean): Promise<void> {
  const path = pathOf(root, key)
  const [from, to] = hidden ? [path, path + HIDDEN] : [path + HIDDEN, path]
  try {
    if (!(await isInPlace(dirname(path)))) return
    await rename(from, to)
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error
  }
}

async function isOwnedBy(path: string, owner: string): Promise<boolean> {
  try {
    await reportingFull(() => writeFile(path, owner, { flag: 'wx', flush: true }))
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) {
      await rm(path, { force: true }) // half a name would be somebody else's for ever
      throw error
    }
  }
  return (await readFile(path, 'utf8')) === owner
}

function pathOf(root: string, key: string): string {
  if (parseKey(key) === null) throw new TypeError('Not a storage key')
  return join(root, ...key.split('/'))
}

function temporaryPath(root: string, extension: string): string {
  return join(root, 'tmp', `${randomBytes(16).toString('hex')}.${extension}`)
}

/** Whether a folder is where its path says, with no symbolic link on the way (A56). */
async function isInPlace(folder: string): Promise<boolean> {
  return (await realpath(folder)) === folder
}

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await lstat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs < Date.now() - temporaryLifetime) await rm(path, { force: true, recursive: true })
  }
}

async function reportingFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (hasCode(error, 'ENOSPC', 'EDQUOT')) throw new StorageFull({ cause: error })
    throw error
  }
}
