import { constants, lstatSync } from 'node:fs'
import {
  access,
  copyFile,
  type FileHandle,
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
import { StorageFull } from '../base/errors.ts'
import { realPath } from '../base/real-path.ts'
import { refuseRootFor } from '../db/data-owner.ts'
import { listFiles } from './directory-list.ts'
import { HIDDEN, parseKey } from './keys.ts'
import { cannotUse, type MediaSetting } from './start-failure.ts'
import type { MediaStorage, StorableData, StoredFile } from './storage.ts'
import { hasCode, syncFile, syncFolders } from './sync.ts'
import { openTemporaryFiles } from './temporary-files.ts'

interface DirectoryOptions {
  makes: boolean
  setting: MediaSetting
}

/**
 * Opens a folder as media storage, creates it if it is missing, and removes temporary files of a crash.
 * Several processes may have the same folder open.
 *
 * @param path absolute, or relative to the working directory
 * @throws StartError with one line if it cannot be used; StorageFull
 */
export async function openDirectoryStorage(
  path: string,
  options: DirectoryOptions = { makes: true, setting: 'MEDIA_STORAGE' },
): Promise<MediaStorage> {
  const { root, temporary } = await reportingFull(() => prepare(path, options)).catch((cause) => {
    throw cannotUse(path, options.setting, cause)
  })
  return {
    put: (key, data) => reportingFull(() => putFile(root, key, data, temporary.path('part'))),
    open: async (key) => (await openFile(root, key, '')) ?? (await openFile(root, key, HIDDEN)),
    setHidden: (key, hidden) => setHidden(root, key, hidden),
    async remove(keys) {
      for (const key of typeof keys === 'string' ? [keys] : keys) await removeFile(root, key)
    },
    list: (start = '') => listFiles(root, start),
    isOwnedBy: (owner) => isOwnedBy(root, owner),
    temporaryPath: temporary.path,
    sweepTemporary: temporary.sweep,
  }
}

async function prepare(path: string, { makes, setting }: DirectoryOptions) {
  if (makes) await mkdir(path, { recursive: true })
  const isMissing = lstatSync(path, { throwIfNoEntry: false }) === undefined
  const root = isMissing ? realPath(path) : await realpath(path)
  refuseRootFor(root, setting)
  const temporary = await openTemporaryFiles(join(root, 'tmp'), makes)
  if (isMissing) return { root, temporary }
  await access(root, constants.W_OK)
  // what root made there, by a restore or a copy, would fail at the first upload only
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (entry.isDirectory()) await access(join(root, entry.name), constants.W_OK)
  }
  return { root, temporary }
}

async function putFile(
  root: string,
  key: string,
  data: StorableData,
  temporary: string,
): Promise<void> {
  const path = pathOf(root, key)
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
    return await storedFile(file, suffix === HIDDEN).catch(async (error) => {
      await file.close()
      throw error
    })
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

async function isOwnedBy(root: string, owner: string): Promise<boolean> {
  const path = join(root, 'owner')
  await mkdir(root, { recursive: true })
  try {
    await reportingFull(() => writeFile(path, owner, { flag: 'wx', flush: true }))
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) {
      await rm(path, { force: true }) // a partly written name would block all owners for ever
      throw error
    }
  }
  return (await readFile(path, 'utf8')) === owner
}

function pathOf(root: string, key: string): string {
  if (parseKey(key) === null) throw new TypeError('Not a storage key')
  return join(root, ...key.split('/'))
}

/** Whether a folder's path has no symbolic link (A56). */
async function isInPlace(folder: string): Promise<boolean> {
  return (await realpath(folder)) === folder
}

async function reportingFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (hasCode(error, 'ENOSPC', 'EDQUOT')) throw new StorageFull({ cause: error })
    throw error
  }
}
