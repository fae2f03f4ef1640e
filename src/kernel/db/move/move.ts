import { sql } from 'kysely'
import { BEFORE_ALL_IDS } from '../../base/ids.ts'
import { isPostgres } from '../column-types.ts'
import { addForeignKeys } from '../constraints.ts'
import type { Database, Db } from '../database.ts'
import { migrate } from '../migrate.ts'
import type { Indexed } from '../search/text-index.ts'
import { firstFilled, tablesInOrder } from '../table-order.ts'
import { sumOf } from './checksum.ts'
import { copyTable, startAnew } from './copy.ts'
import { MoveError } from './error.ts'
import { type MovedTable, planMove } from './plan.ts'
import type { StoppedSource } from './source.ts'
import { type Begun, beginMove, begunMove, endMove, readPlace, writePlace } from './state.ts'
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
}

/**
 * Copies all rows of a database into an empty one of the other kind, builds the search indexes, and compares all rows
 * of both. After an interruption at any moment the next call goes on; until the end no server starts on the target.
 *
 * @throws MoveError with the reason
 */
export async function moveDatabase(
  { db: source, level }: StoppedSource,
  target: Database,
  options: MoveOptions,
): Promise<Moved> {
  const begun = await beginOrResume(target, { source: options.name, level }, options.watch)
  const tables = await planMove(source, target.db)
  const counts = await countRows(source, tables)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const move: Move = { source, target, ...options, total }
  await copy(move, tables)
  const rows = await check(move, tables)
  await analyse(target)
  await buildIndexes(move, counts)
  await finish(target, begun.constraints)
  return { tables: tables.length, rows }
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
 * @returns the number of rows
 */
async function check(move: Move, tables: readonly MovedTable[]): Promise<number> {
  const first = await compare(move, tables)
  if (first.differing.length === 0) return first.rows
  for (const { name } of move.indexes) await startAnew(move.target, name)
  for (const table of first.differing) {
    move.watch.note(`${table.name} has changed since the move began and is copied again`)
    await startAnew(move.target, table.name)
  }
  await copy(move, first.differing)
  const second = await compare(move, tables)
  const [wrong] = second.differing
  if (wrong === undefined) return second.rows
  throw new MoveError(`The rows of ${wrong.name} in both databases differ after the move`)
}

async function compare({ source, target, watch, total }: Move, tables: readonly MovedTable[]) {
  watch.begin('Checking', 2 * total)
  const differing: MovedTable[] = []
  let rows = 0
  for (const table of tables) {
    const onRows = (count: number) => watch.advance(count, table.name)
    const [there, here] = await Promise.all([
      sumOf(source, table, onRows),
      sumOf(target.slowDb, table, onRows),
    ])
    if (there.rows !== here.rows || there.sum !== here.sum) differing.push(table)
    rows += here.rows
  }
  return { differing, rows }
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

async function finish(target: Database, constraints: Begun['constraints']) {
  const end = async (db: Db) => {
    await addForeignKeys(db, constraints)
    await refuseDangling(db)
    await endMove(db)
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
