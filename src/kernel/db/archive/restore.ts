import type { Database, Db } from '../database.ts'
import { idText } from '../id-text.ts'
import { migrate, UNFINISHED_RESTORE } from '../migrate.ts'
import { migrations } from '../migrations/all.ts'
import { SchemaTooNew } from '../start-error.ts'
import { firstFilled, type Table, tablesInOrder } from '../table-order.ts'
import { insertValues, MOST_PARAMETERS } from '../table-rows.ts'
import {
  ArchiveError,
  type Header,
  type Line,
  type Manifest,
  type RowLine,
  type TableLine,
} from './format.ts'
import { beginRestore, endRestore } from './mark.ts'
import { readArchive } from './read.ts'
import { withoutForeignKeys } from './without-foreign-keys.ts'

const ROWS_AT_ONCE = 500

export interface RestoreOptions {
  /** called for each migration, table and file */
  onProgress?: (what: string) => void
  /** stores a file of the archive under its relative name; without it files are skipped */
  writeFile?: (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>
  /** called in the same transaction once all rows are inserted, before `rebuild` and newer migrations change any */
  onLoaded?: (db: Db, loaded: Loaded) => Promise<void>
  /** rebuilds derived data in the same transaction: the search index */
  rebuild?: (db: Db) => Promise<void>
}

/** Tables and manifest of an archive whose rows were inserted. */
export interface Loaded {
  /** with their columns in the order of the archive */
  tables: Table[]
  /** null: the archive is from before there were manifests */
  manifest: Manifest | null
}

/** An archive that was read to its end and found whole, by `verifyArchive`. */
export interface Verified {
  file: string
  header: Header
}

/**
 * Fills an empty database, of either kind, from an archive and migrates its schema. The rows are inserted in one
 * transaction, all or none. Until they are there the database is marked: a server that started on it would be a new
 * one, of the same name as that of the archive. The same call goes on after an interruption.
 *
 * @throws ArchiveError if the database is not empty, or newer than the archive
 */
export async function restore(
  database: Database,
  { file, header }: Verified,
  options: RestoreOptions = {},
): Promise<void> {
  await migrateAs(database, header, options)
  await database.transaction(async (db) => {
    const tables = await tablesInOrder(db)
    await refuseUnlessEmpty(db, tables)
    const loaded: Loaded = { tables: [], manifest: null }
    await withoutForeignKeys(db, () => load(db, file, { tables, loaded }, options))
    await options.onLoaded?.(db, loaded)
    await options.rebuild?.(db)
    await endRestore(db)
  })
  await migrate(database, onEach(options))
}

/** The rows need the schema version that they were written with. */
async function migrateAs(database: Database, header: Header, options: RestoreOptions) {
  const wanted = new Set(header.migrations)
  const known = migrations.filter(({ name }) => wanted.has(name))
  const within = async (db: Db) => {
    await refuseUnlessEmpty(db, await tablesInOrder(db))
    await beginRestore(db)
  }
  try {
    const goesOnWith = UNFINISHED_RESTORE
    await migrate(database, { migrations: known, within, goesOnWith, ...onEach(options) })
  } catch (error) {
    if (!(error instanceof SchemaTooNew)) throw error
    throw new ArchiveError(
      'The database is newer than this archive; restore it into one that was never used',
    )
  }
}

function onEach({ onProgress }: RestoreOptions) {
  return onProgress === undefined ? {} : { onProgress }
}

async function refuseUnlessEmpty(db: Db, tables: Table[]): Promise<void> {
  const filled = await firstFilled(db, tables)
  if (filled === null) return
  throw new ArchiveError(
    `The database is not empty: there are rows in ${filled}; name one that was never used, with DATA_DIR or DATABASE_URL`,
  )
}

async function load(
  db: Db,
  file: string,
  { tables, loaded }: { tables: Table[]; loaded: Loaded },
  options: RestoreOptions,
) {
  const lines = createCursor(readArchive(file))
  for (let line = await lines.take(); line !== null; line = await lines.take()) {
    if (typeof line !== 'object' || Array.isArray(line)) continue
    if ('table' in line) {
      options.onProgress?.(line.table)
      const table = tableFor(tables, line)
      loaded.tables.push(table)
      await loadRows(db, table, lines)
    } else if ('manifest' in line) {
      loaded.manifest = line.manifest
    } else if ('file' in line) {
      options.onProgress?.(line.file)
      await options.writeFile?.(line.file, contentFrom(lines))
    }
  }
}

/** The table with its columns in the order of the archive. */
function tableFor(tables: Table[], { table, columns }: TableLine): Table {
  const known = tables.find(({ name }) => name === table)
  if (known === undefined) throw new ArchiveError(`There is no table ${table}`)
  const ordered = columns.map((column) => {
    const found = known.columns.find(({ name }) => name === column)
    if (found === undefined) throw new ArchiveError(`There is no column ${table}.${column}`)
    return found
  })
  return { ...known, columns: ordered }
}

async function loadRows(db: Db, table: Table, lines: Cursor): Promise<void> {
  const columns = table.columns.map(({ name }) => name)
  const most = Math.min(ROWS_AT_ONCE, Math.floor(MOST_PARAMETERS / columns.length))
  for (let batch = await rowsFrom(lines, most); batch.length > 0; ) {
    const rows = batch.map((row) => storable(table, row))
    await insertValues(db, { table: table.name, columns }, rows)
    batch = await rowsFrom(lines, most)
  }
}

/** SQLite would store a number from PostgreSQL as `-99.0` in a column of texts. */
function storable({ columns }: Table, row: RowLine): RowLine {
  return row.map((value, at) =>
    typeof value === 'number' && columns[at]!.type === 'text' ? idText(value) : value,
  )
}

async function rowsFrom(lines: Cursor, most: number): Promise<RowLine[]> {
  const rows: RowLine[] = []
  while (rows.length < most && Array.isArray(await lines.peek())) {
    rows.push((await lines.take()) as RowLine)
  }
  return rows
}

async function* contentFrom(lines: Cursor): AsyncGenerator<Uint8Array> {
  while (typeof (await lines.peek()) === 'string') {
    yield Buffer.from((await lines.take()) as string, 'base64')
  }
}

/** The lines one by one, with one line of lookahead; null is the end. */
interface Cursor {
  peek(): Promise<Line | null>
  take(): Promise<Line | null>
}

function createCursor(lines: AsyncIterator<Line, void>): Cursor {
  let ahead: Line | null | undefined
  const peek = async () => {
    if (ahead === undefined) {
      const next = await lines.next()
      ahead = next.done === true ? null : next.value
    }
    return ahead
  }
  return {
    peek,
    async take() {
      const line = await peek()
      ahead = undefined
      return line
    },
  }
}
