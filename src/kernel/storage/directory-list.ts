import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { HIDDEN, kinds, parseKey } from './keys.ts'
import type { ListedFile } from './storage.ts'
import { hasCode } from './sync.ts'

/** The files of a directory storage whose names begin with two digits, or all; files without a valid key are left out. */
export async function* listFiles(root: string, start: string): AsyncGenerator<ListedFile> {
  for (const kind of kinds) {
    for (const folder of await foldersOf(root, kind, start)) {
      for (const name of await namesIn(join(root, folder))) {
        const hidden = name.endsWith(HIDDEN)
        const key = `${folder}/${hidden ? name.slice(0, -HIDDEN.length) : name}`
        const found = parseKey(key) === null ? null : await findFile(join(root, folder, name))
        if (found !== null) yield { key, hidden, size: found.size, storedAt: found.mtimeMs }
      }
    }
  }
}

async function foldersOf(root: string, kind: string, start: string): Promise<string[]> {
  const firsts = start === '' ? await namesIn(join(root, kind)) : [start]
  const folders: string[] = []
  for (const first of firsts) {
    for (const next of await namesIn(join(root, kind, first))) {
      folders.push(`${kind}/${first}/${next}`)
    }
  }
  return folders
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    // A symbolic link may lead to foreign files (A56).
    return (await lstat(folder)).isDirectory() ? await readdir(folder) : []
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}

/** Null if it is no file, or was removed meanwhile. */
async function findFile(path: string): Promise<Stats | null> {
  const found = await lstat(path).catch(() => null)
  return found?.isFile() ? found : null
}
