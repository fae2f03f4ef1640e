import { createWriteStream, existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import type { App } from '../../app.ts'
import { NotFound } from '../../errors.ts'
import { SOFTWARE } from '../software.ts'
import { listSources } from './files.ts'
import { tarOf } from './tar.ts'

/** As far from src/ as from the bundle in dist/. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** A package has no sources to be put together: `npm run pack-source` did that when it was made. */
const PACKED = join(ROOT, 'dist.source/source.tar.gz')

/** Writes the sources in a folder into a file. */
export async function writeArchive(
  root: string,
  file: string,
  apart: readonly string[] = [],
): Promise<void> {
  const files = await listSources(root, apart)
  const top = `${SOFTWARE.name}-${SOFTWARE.version}`
  await pipeline(
    Readable.from(tarOf(root, top, files)),
    createGzip(),
    createWriteStream(file, { mode: 0o600 }),
  )
}

/** Finds the archive of the sources that run here, which is put together when it is first asked for. */
export type FindArchive = () => Promise<Awaited<ReturnType<typeof open>>>

/**
 * Of a checkout it lies among the temporary files of the storage, which are swept after an hour, and is made
 * again then; whoever asks meanwhile waits for the same one.
 */
export function createArchive(app: Pick<App, 'config' | 'storage'>): FindArchive {
  let made: Promise<string> | null = null
  const make = async () => {
    const file = app.storage.temporaryPath('tar.gz')
    const { dataDir, mediaStorage } = app.config
    try {
      await writeArchive(ROOT, file, [resolve(dataDir), resolve(mediaStorage)])
      return file
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
  }
  return async () => {
    if (!existsSync(join(ROOT, 'src/main.ts'))) return openPacked()
    for (let tries = 0; ; tries++) {
      made ??= make()
      try {
        return await open(await made)
      } catch (error) {
        made = null
        if (tries > 0 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    }
  }
}

/** @throws NotFound if whoever made this package left it out */
async function openPacked() {
  const file = await open(PACKED).catch(() => null)
  if (file === null) throw new NotFound()
  return file
}
