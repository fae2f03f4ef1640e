import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { BEFORE_ALL_IDS } from '../../base/ids.ts'
import { isPostgres } from '../column-types.ts'
import { addForeignKeys } from '../constraints.ts'
import type { Database, Db } from '../database.ts'
import { migrate } from '../migrate.ts'
import type { Indexed } from '../search/text-index.ts'
import { firstFilled, tablesInOrder } from '../table-order.ts'
import type { TableSum } from '../table-sum.ts'
import { sumOf } from './checksum.ts'
import { copyTable, startAnew } from './copy.ts'
import { MoveError } from './error.ts'
import { type MovedTable, planMove } from './plan.ts'
import type { StoppedSource } from './source.ts'
import {
  type Begun,
  beginMove,
  begunMove,
  endMove,
  type Finished,
  finishedMove,
  forgetMove,
  readPlace,
  writePlace,
} from './state.ts'
import type { OnReplaced } from './values.ts'

/** A full-text index, which is built anew from the copied rows. */
export interface IndexBuilder {
  name: string
  /** its entries are about rows of this table */
  table: string
  /** indexes the next rows by id */
  indexAfter(db: Db, after: string): Promise<Indexed>
}

/** Is told how far a move is. */
export interface MoveWatch {
  /** a phase begins, with so many rows at most */
  begin(phase: 'Copying' | 'Checking' | 'Indexing', total: number): void
  /** so many rows were done before */
  skip(rows: number): void
  advance(rows: number, table: string): void
  note(line: string): void
}

export interface MoveOptions {
  /** of the source, without passwords: only a move from the same one goes on */
  name: string
  indexes: readonly IndexBuilder[]
  watch: MoveWatch
}

export interface Moved {
  tables: number
  rows: number
  /** a call before, which was interrupted after its last commit, has copied and compared them */
  before: boolean
}

/**
 * Copies all rows of a database into an empty one of the other kind, builds the search indexes, and compares all rows
 * of both. After an interruption at any moment the next call goes on; until the end no server starts on the target. The
 * target knows where its rows came from until `forgetMove`, for what the caller does with the source afterwards.
 *
 * @throws MoveError with the reason
 */
export async function moveDatabase(
  { db: source, level }: StoppedSource,
  target: Database,
  options: MoveOptions,
): Promise<Moved> {
  const finished = await finishedMove(target.db)
  if (finished?.source === options.name && (await hasRows(target.db))) {
    return confirm({ source, target, finished }, options)
  }
  const begun = await beginOrResume(target, { source: options.name, level }, options.watch)
  const tables = await planMove(source, target.db)
  const counts = await countRows(source, tables)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const move: Move = { source, target, ...options, total }
  await copy(move, tables)
  const sums = await check(move, tables)
  await analyse(target)
  await buildIndexes(move, counts)
  const mark = { source: options.name, sum: digestOf(sums), at: await target.now() }
  await finish(target, begun.constraints, mark)
  return { ...amountOf(sums), before: false }
}

const hasRows = async (db: Db) => (await firstFilled(db, await tablesInOrder(db))) !== null

/**
 * The move is finished, and perhaps a server runs on the target since: only the source is looked at.
 * @throws MoveError if it is no longer that which was moved
 */
async function confirm(
  { source, target, finished }: { source: Db; target: Database; finished: Finished },
  { name, watch }: MoveOptions,
): Promise<Moved> {
  const tables = await planMove(source, target.db)
  const counts = await countRows(source, tables)
  watch.begin(
    'Checking',
    [...counts.values()].reduce((sum, count) => sum + count, 0),
  )
  const sums: Sums = new Map()
  for (const table of tables) {
    sums.set(table.name, await sumOf(source, table, (count) => watch.advance(count, table.name)))
  }
  if (digestOf(sums) === finished.sum) return { ...amountOf(sums), before: true }
  const time = new Date(finished.at).toISOString()
  throw new MoveError(
    `The database to move into is not empty: all rows of ${name} were moved there at ${time}, and that database has changed since. To use the moved rows, set it aside; to move it again, name a database that was never used`,
  )
}

/** By table. */
type Sums = Map<string, TableSum>

function amountOf(sums: Sums): Pick<Moved, 'tables' | 'rows'> {
  const rows = [...sums.values()].reduce((sum, table) => sum + table.rows, 0)
  return { tables: sums.size, rows }
}

function digestOf(sums: Sums): string {
  const lines = [...sums].map(([name, { rows, sum }]) => `${name} ${rows} ${sum}`).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

interface Move extends Omit<MoveOptions, 'name'> {
  source: Db
  target: Database
  /** rows */
  total: number
}

type Wanted = Omit<Begun, 'constraints'>

async function beginOrResume(target: Database, wanted: Wanted, watch: MoveWatch): Promise<Begun> {
  const known = await begunMove(target.db)
  if (known === null) await begin(target, wanted)
  const begun = known ?? (await begunMove(target.db))!
  if (begun.source !== wanted.source) {
    throw new MoveError(
      `A move from ${begun.source} into this database is not finished: finish that one, or empty the database`,
    )
  }
  if (begun.level !== wanted.level) {
    throw new MoveError(
      `A move into this database was begun by another version of Rookery (${begun.level}): finish it with that version, or empty the database`,
    )
  }
  if (known !== null) watch.note('The move goes on where it ended')
  return begun
}

async function begin(target: Database, wanted: Wanted): Promise<void> {
  const mark = async (db: Db) => {
    const filled = await firstFilled(db, await tablesInOrder(db))
    if (filled !== null) {
      throw new MoveError(
        `The database to move into is not empty: there are rows in ${filled}; name one that was never used`,
      )
    }
    await forgetMove(db)
    await beginMove(db, wanted)
  }
  // a server that finds the tables without the mark would begin anew in them
  await migrate(target, { within: mark })
}

async function countRows(db: Db, tables: readonly MovedTable[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const counting = sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`
    counts.set(name, Number((await counting.execute(db)).rows[0]?.count))
  }
  return counts
}

async function copy(move: Move, tables: readonly MovedTable[]): Promise<void> {
  const { source, target, watch, total } = move
  watch.begin('Copying', total)
  const onReplaced: OnReplaced = ({ name, key }, column, row) => {
    const which = key.map((part) => row[part]).join(' ')
    watch.note(`${name} ${which}: characters of ${column} that cannot be stored became U+FFFD`)
  }
  for (const table of tables) {
    const onRows = (count: number) => watch.advance(count, table.name)
    await copyTable({ source, target, onRows, onSkipped: watch.skip, onReplaced }, table)
  }
}

/**
 * Compares all rows. Tables that differ are copied once more: the source was in use after an interruption.
 */
async function check(move: Move, tables: readonly MovedTable[]): Promise<Sums> {
  const first = await compare(move, tables)
  if (first.differing.length === 0) return first.sums
  for (const { name } of move.indexes) await startAnew(move.target, name)
  for (const table of first.differing) {
    move.watch.note(`${table.name} has changed since the move began and is copied again`)
    await startAnew(move.target, table.name)
  }
  await copy(move, first.differing)
  const second = await compare(move, tables)
  const [wrong] = second.differing
  if (wrong === undefined) return new Map([...first.sums, ...second.sums])
  throw new MoveError(`The rows of ${wrong.name} in both databases differ after the move`)
}

async function compare({ source, target, watch, total }: Move, tables: readonly MovedTable[]) {
  watch.begin('Checking', 2 * total)
  const differing: MovedTable[] = []
  const sums: Sums = new Map()
  for (const table of tables) {
    const onRows = (count: number) => watch.advance(count, table.name)
    const [there, here] = await Promise.all([
      sumOf(source, table, onRows),
      sumOf(target.slowDb, table, onRows),
    ])
    if (there.rows !== here.rows || there.sum !== here.sum) differing.push(table)
    sums.set(table.name, there)
  }
  return { differing, sums }
}

/** PostgreSQL would plan the first queries as if there were no rows. */
async function analyse(target: Database): Promise<void> {
  if (!isPostgres(target.db)) return
  await target.transaction((db) => sql`analyze`.execute(db), { long: true })
}

async function buildIndexes({ target, watch, indexes }: Move, counts: Map<string, number>) {
  const total = indexes.reduce((sum, { table }) => sum + (counts.get(table) ?? 0), 0)
  watch.begin('Indexing', total)
  for (const { name, indexAfter } of indexes) {
    let { rows, done, after } = await readPlace(target.db, name)
    watch.skip(rows)
    const step = async (db: Db) => {
      const { count, last } = await indexAfter(db, String(after?.id ?? BEFORE_ALL_IDS))
      const place = { rows: rows + count, after: { id: last }, done: last === null }
      await writePlace(db, name, place)
      return place
    }
    while (!done) {
      const place = await target.transaction(step, { long: true, lax: true })
      watch.advance(place.rows - rows, name)
      ;({ rows, done, after } = place)
    }
  }
}

async function finish(target: Database, constraints: Begun['constraints'], finished: Finished) {
  const end = async (db: Db) => {
    await addForeignKeys(db, constraints)
    await refuseDangling(db)
    await endMove(db, finished)
  }
  await target.transaction(end, { long: true })
}

/** PostgreSQL has checked its foreign keys when they were created. */
async function refuseDangling(db: Db): Promise<void> {
  if (isPostgres(db)) return
  const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db)
  const [wrong] = rows
  if (wrong !== undefined) throw new MoveError(`A row of ${wrong.table} refers to a missing one`)
}
