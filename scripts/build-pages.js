// Builds web/ into dist.web/ unless that is fresh: the scripts and styles of pages in the browser.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { putInPlace } from './put-in-place.js'
import { root } from './runtime.js'
import { arePagesFresh, pages, stampOf } from './sources.js'

const COMPRESSED = /\.(js|css)$/

let building = null

/** Rebuilds dist.web/; concurrent readers find either the old files or the new ones. */
export function buildPages() {
  building ??= make().finally(() => {
    building = null
  })
  return building
}

async function make() {
  if (arePagesFresh()) return
  const stamp = stampOf(pages)
  const fresh = `${pages}.${process.pid}`
  try {
    await bundlePages(fresh)
    await compress(fresh)
    await writeFile(join(fresh, 'stamp'), stamp)
    // another process may serve from there by now, and would find nothing for a moment
    if (!arePagesFresh()) await putInPlace(fresh, pages)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function bundlePages(outDir) {
  const { build } = await import('vite')
  const configFile = join(root, 'web/vite.config.js')
  const { NODE_ENV } = process.env
  await build({ configFile, logLevel: 'warn', build: { outDir } })
  // Vite sets it for its own modules; later code in this process is no production server
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
}

/** Compresses files once here instead of at every request. */
async function compress(folder) {
  for (const name of await readdir(folder)) {
    if (!COMPRESSED.test(name)) continue
    const content = await readFile(join(folder, name))
    await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content))
    await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
  }
}

if (import.meta.main) await buildPages()
