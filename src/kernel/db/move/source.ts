import { sql } from 'kysely'
import { isPostgres } from '../column-types.ts'
import type { Database, Db } from '../database.ts'
import { knownMigrations, refuseUnknown } from '../migrate.ts'
import { migrations } from '../migrations/all.ts'
import { MoveError } from './error.ts'

const USED =
  'A server or another command uses the database that is to be moved: stop it, and try again'
/** ms */
const PATIENCE = 2_000

/** A database that nobody writes. */
export interface StoppedSource {
  db: Db
  /** its last migration */
  level: string
}

/**
 * Reads one state of the database while no other process can start on it. Nothing is written.
 * @throws MoveError if another process uses it, or it lacks migrations
 * @throws SchemaTooNew, UnfinishedMove
 */
export async function withStoppedSource<T>(
  source: Database,
  work: (stopped: StoppedSource) => Promise<T>,
): Promise<T> {
  const level = await levelOf(source.db)
  const now = await source.now()
  // on SQLite a transaction keeps others from writing
  return source.transaction(
    async (db) => {
      if (isPostgres(db)) await holdLeases(db)
      await refuseIfUsed(db, now)
      return work({ db, level })
    },
    { long: true },
  )
}

/** Every process takes a lease when it starts. */
async function holdLeases(db: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(db)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
  await sql.raw(`set local lock_timeout = ${PATIENCE}`).execute(db)
  try {
    await sql`lock table process_lease in share row exclusive mode`.execute(db)
  } catch (cause) {
    throw new MoveError(USED, { cause })
  }
}

async function refuseIfUsed(db: Db, now: number): Promise<void> {
  const { rows } = await sql<{ until: number | null }>`
    select max(expires_at) as until from process_lease where expires_at > ${now}`.execute(db)
  const until = rows[0]?.until ?? null
  if (until === null) return
  const time = new Date(until).toISOString()
  throw new MoveError(`${USED} (if it has crashed, after ${time})`)
}

async function levelOf(source: Db): Promise<string> {
  const applied = (await knownMigrations(source)) ?? new Set<string>()
  refuseUnknown(applied)
  if (applied.size === 0) throw new MoveError('There is nothing to move: the database is empty')
  if (!migrations.every(({ name }) => applied.has(name))) {
    throw new MoveError('The database is older than this version: run rookery migrate first')
  }
  return migrations.at(-1)!.name
}
