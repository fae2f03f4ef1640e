import { createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Entry, FileEntry, ZipReader, ZipWriter } from '@zip.js/zip.js'
import { ArchiveBomb, ArchiveRefused } from './archive-refused.ts'

/** Random access to the bytes of an archive. */
export interface RangeSource {
  /** bytes */
  size: number
  read(offset: number, length: number): Promise<Uint8Array>
}

export interface ZipFile {
  name: string
  /**
   * The content, unpacked on demand. The size in the archive's directory is not trusted.
   * @throws ArchiveRefused beyond that many bytes, or if it is broken
   * @throws ArchiveBomb if the compression ratio is implausible
   */
  read(maxBytes: number): AsyncGenerator<Uint8Array>
}

/** Files of an archive by their names; folders are left out. */
export interface OpenZip extends AsyncDisposable {
  files: ReadonlyMap<string, ZipFile>
}

/** maximum of files in an archive: above any real number of posts with pictures */
const MOST_ENTRIES = 200_000
/** bytes per read: the directory is the largest piece */
const LONGEST_READ = 64 << 20
/** entries read before yielding to the event loop */
const ENTRIES_AT_ONCE = 500
/** maximum compression ratio: JSON shrinks to a fiftieth at best, a bomb to a thousandth */
const MOST_SPREAD = { times: 100, bytes: 16 << 20 }
const SYMBOLIC_LINK = 0o120000
const FILE_TYPE = 0o170000

const library = async () => {
  const zip = await import('@zip.js/zip.js')
  zip.configure({ useWebWorkers: false })
  return zip
}

/**
 * Opens an untrusted archive (A43): nothing is unpacked yet, and no name in it ever becomes a path.
 *
 * @throws ArchiveRefused if it is no archive, or has names outside of it, links, or too many files
 */
export async function openZip(source: RangeSource): Promise<OpenZip> {
  const zip = await library()
  class SourceReader extends zip.Reader<void> {
    override size = source.size
    override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
      if (length > LONGEST_READ) throw new ArchiveRefused('The list of its files is too long')
      return source.read(offset, length)
    }
  }
  const reader = new zip.ZipReader(new SourceReader(undefined))
  try {
    return { files: await filesIn(reader), [Symbol.asyncDispose]: () => reader.close() }
  } catch (error) {
    await reader.close().catch(() => {})
    throw refusal(error, 'The file is no ZIP archive that can be read')
  }
}

async function filesIn(reader: ZipReader<unknown>): Promise<Map<string, ZipFile>> {
  const files = new Map<string, ZipFile>()
  let count = 0
  for await (const entry of reader.getEntriesGenerator()) {
    if (++count > MOST_ENTRIES) {
      throw new ArchiveRefused(`The archive has more than ${MOST_ENTRIES} files`)
    }
    if (count % ENTRIES_AT_ONCE === 0) await nextTurn()
    check(entry)
    if (entry.directory || files.has(entry.filename)) continue
    files.set(entry.filename, fileOf(entry as FileEntry))
  }
  return files
}

function check({ filename, externalFileAttributes, encrypted }: Entry): void {
  const leadsAway = /^[/\\]|^[a-z]:|\\|\0|(?:^|\/)\.\.(?:\/|$)/i.test(filename)
  if (leadsAway) throw new ArchiveRefused('The archive has names that lead out of it')
  const isLink = ((externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK
  if (isLink) throw new ArchiveRefused('The archive has symbolic links')
  if (encrypted) throw new ArchiveRefused('The archive is encrypted')
}

function fileOf(entry: FileEntry): ZipFile {
  return { name: entry.filename, read: (maxBytes) => unpack(entry, maxBytes) }
}

async function* unpack(entry: FileEntry, maxBytes: number): AsyncGenerator<Uint8Array> {
  const stop = new AbortController()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const reader = readable.getReader()
  const done = entry.getData(writable, { checkSignature: true, signal: stop.signal })
  // with a broken entry its reader would wait for ever
  const broken = done.then(() => new Promise<never>(() => {}))
  broken.catch(() => {})
  const spread = entry.compressedSize * MOST_SPREAD.times + MOST_SPREAD.bytes
  let bytes = 0
  try {
    for (;;) {
      const { value } = await Promise.race([reader.read(), broken])
      if (value === undefined) break
      bytes += value.byteLength
      if (bytes > maxBytes) throw new ArchiveRefused(`${entry.filename} is too large`)
      if (bytes > spread) throw new ArchiveBomb('The archive unpacks to too much')
      yield value
    }
    await done
  } catch (error) {
    throw refusal(error, `${entry.filename} is broken`)
  } finally {
    stop.abort()
    reader.cancel().catch(() => {})
  }
}

/** Other errors are not the archive's fault. */
function refusal(error: unknown, message: string): unknown {
  if (error instanceof ArchiveRefused) return error
  const isOurs = (error as NodeJS.ErrnoException).syscall !== undefined
  return isOurs ? error : new ArchiveRefused(message, { cause: error })
}

/** Writes an archive while its files arrive, in constant memory. */
export interface NewZip {
  /** @param packed false for content that is compressed already */
  add(name: string, content: AsyncIterable<Uint8Array>, packed: boolean): Promise<void>
  /** completes the archive; without it the file is unusable */
  close(): Promise<void>
  /** closes the file of an abandoned archive */
  abandon(): Promise<void>
}

/** @param path of a file that does not exist yet */
export async function createZip(path: string): Promise<NewZip> {
  const zip = await library()
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const writer: ZipWriter<unknown> = new zip.ZipWriter(
    Writable.toWeb(file) as WritableStream<Uint8Array>,
  )
  return {
    async add(name, content, packed) {
      const stream = ReadableStream.from(content) as ReadableStream<Uint8Array>
      await writer.add(name, stream, packed ? {} : { level: 0 })
    },
    async close() {
      await writer.close()
    },
    async abandon() {
      const closed = file.closed ? null : new Promise((resolve) => file.once('close', resolve))
      file.destroy()
      await closed
    },
  }
}
