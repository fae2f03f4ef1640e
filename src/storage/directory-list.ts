import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { HIDDEN, kinds, parseKey } from './keys.ts'
import { hasCode } from './sync.ts'

/** The files of a directory storage whose names begin with two digits; what is no key is left out. */
export async function* listFiles(
  root: string,
  start: string,
): AsyncGenerator<{ key: string; storedAt: number }> {
  for (const kind of kinds) {
    for (const next of await namesIn(join(root, kind, start))) {
      const folder = `${kind}/${start}/${next}`
      for (const name of await namesIn(join(root, folder))) {
        const key = `${folder}/${name.endsWith(HIDDEN) ? name.slice(0, -HIDDEN.length) : name}`
        const storedAt = parseKey(key) === null ? null : await timeOf(join(root, folder, name))
        if (storedAt !== null) yield { key, storedAt }
      }
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    // A symbolic link leads to files of somebody else (A56).
    return (await lstat(folder)).isDirectory() ? await readdir(folder) : []
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}

/** ms since 1970; null if it is no file, or gone meanwhile */
async function timeOf(path: string): Promise<number | null> {
  const found = await lstat(path).catch(() => null)
  return found?.isFile() ? found.mtimeMs : null
}
