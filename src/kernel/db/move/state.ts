import type { Kysely } from 'kysely'
import { type Constraint, dropForeignKeys } from '../constraints.ts'
import type { Db } from '../database.ts'
import { UNFINISHED_MOVE } from '../migrate.ts'
import { hasTable } from '../table-order.ts'
import type { Row } from '../table-rows.ts'

/** The begun move, in the target. */
export interface Begun {
  /** name of the source, without passwords */
  source: string
  /** the last migration of both databases */
  level: string
  /** foreign keys that are created again at the end */
  constraints: Constraint[]
}

/** How far the rows of one table, or the entries of one index, are copied. */
export interface Place {
  after: Row | null
  rows: number
  done: boolean
}

interface StateTables {
  database_move: { name: string; value: string }
  migration: { name: string; applied_at: number }
}

/** A move that is finished, in the target until the source is set aside: a kill in between leaves it. */
export interface Finished {
  /** name of the source, without passwords */
  source: string
  /** of all rows of the source */
  sum: string
  /** ms since 1970 */
  at: number
}

const BEGUN = 'begun'
const FINISHED = 'finished'
export const AT_START: Readonly<Place> = { after: null, rows: 0, done: false }

/** The move that was begun into this database, or null. */
export async function begunMove(db: Db): Promise<Begun | null> {
  if (!(await hasTable(db, 'database_move'))) return null
  return (await read(db, BEGUN)) as Begun
}

/** Marks the target as unfinished and sets its foreign keys aside, so that rows may come in any order. */
export async function beginMove(db: Db, move: Omit<Begun, 'constraints'>): Promise<void> {
  await db.schema
    .createTable('database_move')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await states(db)
    .insertInto('migration')
    .values({ name: UNFINISHED_MOVE, applied_at: Date.now() })
    .execute()
  await write(db, BEGUN, { ...move, constraints: await dropForeignKeys(db) })
}

/** From now on the target is a database like any other. */
export async function endMove(db: Db, finished: Finished): Promise<void> {
  await states(db).deleteFrom('database_move').execute()
  await write(db, FINISHED, finished)
  await states(db).deleteFrom('migration').where('name', '=', UNFINISHED_MOVE).execute()
}

/** The move that filled this database, if nothing was done after its end. */
export async function finishedMove(db: Db): Promise<Finished | null> {
  if (!(await hasTable(db, 'database_move'))) return null
  return (await read(db, FINISHED)) as Finished | null
}

/** Nothing is left to do after a move into this database, or it is begun anew. */
export async function forgetMove(db: Db): Promise<void> {
  await db.schema.dropTable('database_move').ifExists().execute()
}

/** @param what name of a table or an index */
export async function readPlace(db: Db, what: string): Promise<Place> {
  return ((await read(db, `place:${what}`)) as Place | null) ?? AT_START
}

export async function writePlace(db: Db, what: string, place: Place): Promise<void> {
  await write(db, `place:${what}`, place)
}

async function read(db: Db, name: string): Promise<unknown> {
  const row = await states(db)
    .selectFrom('database_move')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row === undefined ? null : JSON.parse(row.value)
}

async function write(db: Db, name: string, given: unknown): Promise<void> {
  const value = JSON.stringify(given)
  await states(db)
    .insertInto('database_move')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

function states(db: Db): Kysely<StateTables> {
  return db as unknown as Kysely<StateTables>
}
