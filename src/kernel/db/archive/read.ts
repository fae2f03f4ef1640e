import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { fileProblem } from '../../base/file-problem.ts'
import { migrations } from '../migrations/all.ts'
import {
  ArchiveError,
  ArchiveTooNew,
  type EndLine,
  FORMAT,
  type Header,
  isSafeName,
  type Line,
} from './format.ts'

/** bytes; no row and no part of a file is longer */
const LONGEST_LINE = 64 * 1024 * 1024
const NEWLINE = 0x0a

/**
 * Reads an archive to its end and checks that it is complete and unchanged.
 * @param look is shown each line
 * @returns its header
 * @throws ArchiveError with the reason, `ArchiveTooNew` if a newer version wrote it
 */
export async function verifyArchive(file: string, look?: (line: Line) => void): Promise<Header> {
  let header: Header | null = null
  let end: EndLine | null = null
  const counts = { rows: 0, files: 0 }
  for await (const line of readArchive(file)) {
    look?.(line)
    if (header === null) header = headerOf(line)
    else if (end !== null) throw new ArchiveError(`${file} goes on after its end`)
    else if (Array.isArray(line)) counts.rows++
    else if (typeof line === 'object' && 'file' in line) {
      counts.files++
      if (!isSafeName(line.file))
        throw new ArchiveError(`${file} names a file outside: ${line.file}`)
    } else if (typeof line === 'object' && 'end' in line) end = line
  }
  if (header === null || end === null) throw new ArchiveError(`${file} is cut off`)
  if (end.rows !== counts.rows || end.files !== counts.files) {
    throw new ArchiveError(`${file} is damaged: its counts do not match`)
  }
  return header
}

/**
 * The lines of an archive; the end line only if its checksum matches the bytes before it.
 * @throws ArchiveError
 */
export async function* readArchive(file: string): AsyncGenerator<Line> {
  const hash = createHash('sha256')
  for await (const bytes of linesOf(file)) {
    const line = parse(file, bytes)
    if (typeof line === 'object' && 'end' in line && line.sha256 !== hash.copy().digest('hex')) {
      throw new ArchiveError(`${file} is damaged: its checksum does not match`)
    }
    hash.update(bytes).update('\n')
    yield line
  }
}

/** Whether a file begins as an archive does, of whatever version; further on it may be damaged. */
export async function isArchive(file: string): Promise<boolean> {
  try {
    for await (const line of readArchive(file)) return isHeader(line)
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
  }
  return false
}

const isHeader = (line: Line): boolean => (line as Partial<Header> | null)?.archive === 'rookery'

function headerOf(line: Line): Header {
  const header = line as Partial<Header>
  if (!isHeader(line)) throw new ArchiveError('This is not an archive of Rookery')
  if (header.format !== FORMAT) throw new ArchiveTooNew()
  const known = new Set(migrations.map(({ name }) => name))
  if (header.migrations?.some((name) => !known.has(name))) throw new ArchiveTooNew()
  return header as Header
}

function parse(file: string, bytes: Buffer): Line {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new ArchiveError(`${file} is damaged or not an archive`, { cause })
  }
}

async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  let length = 0
  for await (const chunk of unzipped(file)) {
    let start = 0
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, at)])
      rest = []
      length = 0
      start = at + 1
    }
    rest.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > LONGEST_LINE) throw new ArchiveError(`${file} is damaged: a line has no end`)
  }
  if (length > 0) throw new ArchiveError(`${file} is cut off`)
}

async function* unzipped(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  try {
    yield* source.pipe(gunzip) as AsyncIterable<Buffer>
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code?.startsWith('Z_') !== true) {
      throw new ArchiveError(`${file}: ${fileProblem(cause, file, 'read')}`, { cause })
    }
    const cut = code === 'Z_BUF_ERROR'
    throw new ArchiveError(`${file} is ${cut ? 'cut off' : 'damaged or not an archive'}`, { cause })
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}
