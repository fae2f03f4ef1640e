import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { NotFound, StorageFull, Unreachable } from '../../kernel/base/errors.ts'
import { parseUrl } from '../../kernel/base/parse-url.ts'
import type { App } from '../../kernel/core/app.ts'
import { EgressRefused } from '../../kernel/net/errors.ts'
import { formatOf } from '../../kernel/processing/input.ts'
import {
  previewRecording,
  type RecordingPreview,
} from '../../kernel/processing/recording-preview.ts'
import { MediaRejected } from '../../kernel/processing/rejected.ts'
import { extensionOf } from '../../kernel/storage/content-types.ts'
import { newKey } from '../../kernel/storage/keys.ts'
import { keep } from './cache.ts'
import type { Source } from './remote-files.ts'
import { describePicture, describeRecording } from './save-dimensions.ts'
import type { Timed } from './slots.ts'
import { MAX_BYTES, type Made, makePicture } from './transform.ts'

const PICTURE_TIMEOUT = 20_000
const FILE_TIMEOUT = 120_000
/** for what needs no slot */
const atOnce: Timed = (asking) => asking()
/** suffix for the first frame of animated pictures */
export const STILL = '/static'

/**
 * Fetches a remote file and caches it.
 *
 * @throws NotFound if it is gone or cannot be shown
 * @throws Unreachable if its server does not answer
 * @throws StorageFull
 * @throws StorageUnreachable
 */
export async function fetchAndKeep(app: App, source: Source, timed: Timed = atOnce): Promise<void> {
  try {
    await (source.making === 'file' ? keepFile : keepPicture)(app, source, timed)
  } catch (error) {
    if (error instanceof MediaRejected || error instanceof EgressRefused) {
      throw new NotFound(undefined, { cause: error })
    }
    throw error
  }
}

async function keepPicture(app: App, source: Source, timed: Timed): Promise<void> {
  const { making } = source
  if (making === 'file') return
  const data = await fetchPicture(app, source, timed)
  const { original, still } = await makePicture(data, making)
  await store(app, source, source.id, original)
  if (still !== null) await store(app, source, source.id + STILL, still)
  if (source.describes !== undefined) {
    await describePicture(app, source.describes, { data, made: original })
  }
}

/** @throws as `fetchAndKeep` */
export async function fetchPicture(
  app: App,
  { url, making, limits }: Source,
  timed: Timed = atOnce,
): Promise<Buffer> {
  const bounds = { maxBytes: MAX_BYTES[making], ...limits }
  const response = await outside(url, () =>
    timed(() => app.egress.fetch({ url, ...bounds, timeoutMs: PICTURE_TIMEOUT })),
  )
  checkStatus(response.status, url)
  return response.body
}

/** @throws NotFound or Unreachable unless it is a success */
export function checkStatus(status: number, url: string): void {
  if (status >= 200 && status < 300) return
  if (status === 429 || status >= 500) throw new Unreachable(`${hostOf(url)} answers ${status}`)
  throw new NotFound()
}

async function outside<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof EgressRefused) throw error
    const { code = '', syscall } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageFull({ cause: error })
    // of the file here
    if (syscall === 'open') throw (error as Error).cause
    throw new Unreachable(`${hostOf(url)} does not answer`, { cause: error })
  }
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? 'The server'
}

async function store(app: App, { url }: Source, id: string, made: Made): Promise<void> {
  const key = newKey('cache', made.extension)
  await app.storage.put(key, made.data)
  await keep(app, { id, url, key, contentType: made.contentType, bytes: made.data.length })
}

/** Video and audio are streamed, not held in memory. */
async function keepFile(app: App, { id, url, describes }: Source, timed: Timed): Promise<void> {
  const path = app.storage.temporaryPath('bin')
  try {
    const head = await outside(url, () =>
      timed(() =>
        app.egress.download(
          { url, maxBytes: MAX_BYTES.file, timeoutMs: FILE_TIMEOUT },
          createWriteStream(path),
        ),
      ),
    )
    checkStatus(head.status, url)
    const { contentType, kind } = await formatOf({ path })
    const extension = extensionOf(contentType)
    if (kind === 'image' || extension === null) throw new MediaRejected('unsupported')
    const { size } = await stat(path)
    const look = describes === undefined ? null : await lookAt(app, path)
    const key = newKey('cache', extension)
    await app.storage.put(key, { path })
    await keep(app, { id, url, key, contentType, bytes: size })
    if (describes !== undefined && look !== null) await describeRecording(app, describes.id, look)
  } finally {
    await rm(path, { force: true })
  }
}

async function lookAt(app: App, path: string): Promise<RecordingPreview | null> {
  const ffmpeg = await app.ffmpeg()
  return ffmpeg === null ? null : previewRecording(ffmpeg, path, { pictured: false })
}
