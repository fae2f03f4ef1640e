import { createWriteStream, existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { SOFTWARE } from '../software.ts'
import { listSources } from './files.ts'
import { tarOf } from './tar.ts'

/** The same depth from src/ and from the bundle in dist/. */
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/**
 * A package has no sources to pack at run time: `npm run pack-source` packed them at build time.
 */
const PACKED = join(ROOT, 'dist.source/source.tar.gz')

/**
 * Writes the sources in a folder into a file.
 *
 * @param modifiedAt ms since 1970, for all of them: the same sources then make the same bytes; default: their own
 */
export async function writeArchive(
  root: string,
  file: string,
  apart: readonly string[] = [],
  modifiedAt?: number,
): Promise<void> {
  const listed = await listSources(root, apart)
  const files = modifiedAt === undefined ? listed : listed.map((one) => ({ ...one, modifiedAt }))
  const top = `${SOFTWARE.name}-${SOFTWARE.version}`
  await pipeline(
    Readable.from(tarOf(root, top, files)),
    createGzip(),
    createWriteStream(file, { mode: 0o600 }),
  )
}

/** Opens the archive of the running sources, which is built at the first request. */
export type FindArchive = () => Promise<Awaited<ReturnType<typeof open>>>

/**
 * In a checkout, the archive is one of the storage's temporary files, which are removed after an
 * hour; the next request builds it again. Concurrent requests share one build.
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

/** @throws NotFound if the package was built without it */
async function openPacked() {
  const file = await open(PACKED).catch(() => null)
  if (file === null) throw new NotFound()
  return file
}
