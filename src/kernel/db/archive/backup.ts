import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { HOUR } from '../../base/durations.ts'
import { StorageFull } from '../../base/errors.ts'
import type { Database, Db } from '../database.ts'
import { appliedMigrations } from '../migrate.ts'
import { translated } from '../sqlite/errors.ts'
import { tablesInOrder } from '../table-order.ts'
import { ArchiveError, FORMAT, isSafeName, type Line } from './format.ts'
import { createManifest } from './manifest.ts'
import { verifyArchive } from './read.ts'
import { rowsOf } from './rows.ts'
import { withSnapshot } from './snapshot.ts'

/** bytes of a file per line */
const PIECE = 48 * 1024

/** A file for the archive, under a relative name with `/`. */
export interface ArchivedFile {
  name: string
  content: AsyncIterable<Uint8Array>
}

export interface BackupOptions {
  /** called for each table and each file */
  onProgress?: (what: string) => void
  /** called after the rows were read; it reads the database in the same snapshot */
  files?: (db: Db) => AsyncIterable<ArchivedFile>
  /** ends the work between two pieces of it; nothing of the file remains */
  signal?: AbortSignal | undefined
}

/**
 * Writes all data of the database into one archive, in a consistent snapshot, while a server may go on using
 * it. The file is read again before it appears: it is there complete or not at all, and replaces an existing one.
 *
 * @throws StorageFull if there is no room for it, or for a copy of a SQLite database beside it
 */
export async function backup(
  database: Database,
  file: string,
  options: BackupOptions = {},
): Promise<void> {
  removeRemains(file)
  // nobody can have put a file or link there before: the folder may be one that others write to (A132)
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  const part = `${draft}.part`
  try {
    await withSnapshot(database, `${draft}.snapshot`, async (db) => {
      const bytes = Readable.from(encoded(linesOf(db, options)))
      const target = createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true })
      const { signal } = options
      await pipeline(bytes, createGzip(), target, signal === undefined ? {} : { signal })
    })
    await verifyArchive(part)
    options.signal?.throwIfAborted()
    renameSync(part, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const isFull = code === 'ENOSPC' || code === 'EDQUOT'
    throw isFull ? new StorageFull({ cause: error }) : translated(error)
  } finally {
    rmSync(part, { force: true })
  }
}

/** Killed runs left these of the same archive; nobody writes them any more. */
function removeRemains(file: string): void {
  const folder = dirname(file)
  const rest = /^\.[0-9a-f]{16}\.(?:part|snapshot(?:-journal|-wal|-shm)?)$/
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(basename(file)) || !rest.test(name.slice(basename(file).length))) continue
    const path = join(folder, name)
    const { mtimeMs = Infinity } = lstatSync(path, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs < Date.now() - HOUR) rmSync(path, { force: true })
  }
}

/** The lines as bytes, followed by the end line with the checksum. */
async function* encoded(lines: AsyncIterable<Line>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let [rows, files] = [0, 0]
  for await (const line of lines) {
    if (Array.isArray(line)) rows++
    else if (typeof line === 'object' && 'file' in line) files++
    const text = `${JSON.stringify(line)}\n`
    hash.update(text)
    yield text
  }
  yield `${JSON.stringify({ end: true, rows, files, sha256: hash.digest('hex') })}\n`
}

async function* linesOf(db: Db, options: BackupOptions): AsyncGenerator<Line> {
  const migrations = [...(await appliedMigrations(db))].sort()
  const manifest = createManifest()
  yield { archive: 'rookery', format: FORMAT, migrations, created_at: Date.now() }
  for (const table of await tablesInOrder(db)) {
    options.onProgress?.(table.name)
    yield { table: table.name, columns: table.columns.map(({ name }) => name) }
    yield* manifest.rows(table, rowsOf(db, table))
  }
  for await (const file of options.files?.(db) ?? []) {
    if (!isSafeName(file.name)) throw new ArchiveError(`A file cannot be called ${file.name}`)
    options.onProgress?.(file.name)
    yield { file: file.name }
    yield* piecesOf(manifest.file(file.name, file.content))
  }
  yield { manifest: manifest.result() }
}

async function* piecesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      yield Buffer.from(chunk.subarray(at, at + PIECE)).toString('base64')
    }
  }
}
