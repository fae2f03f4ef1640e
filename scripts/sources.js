// Plain JavaScript for Node 20: which sources a bundle was made of, compared with those that are here.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runtime.js'

export const bundle = join(root, 'dist')
const stampFile = join(bundle, 'stamp')
const BESIDE = ['package.json', 'package-lock.json', 'scripts/build.js']

/** Changes with every source file that is written, added or removed. */
export function sourcesStamp() {
  const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const file of [...files.sort(), ...BESIDE.map((name) => join(root, name))]) {
    const { mtimeMs, size } = statSync(file)
    hash.update(`${file} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}

/** Whether the bundle was made of the sources as they are. */
export function isBundleFresh() {
  try {
    return readFileSync(stampFile, 'utf8') === sourcesStamp()
  } catch {
    return false
  }
}
