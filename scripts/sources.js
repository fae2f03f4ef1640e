// Plain JavaScript for Node 20: which sources a bundle was made of, compared with those that are here.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runtime.js'

/** The server as one program. */
export const bundle = join(root, 'dist')
/** Scripts and styles of the pages that run in the browser; see web/. */
export const pages = join(root, 'dist.web')

const PACKAGES = ['package.json', 'package-lock.json']

/** Changes with every source file of the server that is written, added or removed. */
export function sourcesStamp() {
  return stampOf('src', [...PACKAGES, 'scripts/build.js'])
}

/** The same for the pages that run in the browser. */
export function pagesStamp() {
  return stampOf('web', [...PACKAGES, 'scripts/build-pages.js', 'src/web/tokens.css'])
}

/** Whether the bundle was made of the sources as they are. */
export function isBundleFresh() {
  return isMadeOf(bundle, sourcesStamp)
}

/** Whether the pages were; a published package has their files and no sources. */
export function arePagesFresh() {
  return !existsSync(join(root, 'web')) || isMadeOf(pages, pagesStamp)
}

function isMadeOf(folder, stamp) {
  try {
    return readFileSync(join(folder, 'stamp'), 'utf8') === stamp()
  } catch {
    return false
  }
}

function stampOf(folder, beside) {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const file of [...files.sort(), ...beside.map((name) => join(root, name))]) {
    const { mtimeMs, size } = statSync(file)
    hash.update(`${file} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}
