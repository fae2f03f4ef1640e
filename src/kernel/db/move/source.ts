import { sql } from 'kysely'
import { ReadOnly } from '../../base/errors.ts'
import { isPostgres } from '../column-types.ts'
import type { Database, Db } from '../database.ts'
import { knownMigrations, refuseUnknown } from '../migrate.ts'
import { migrations } from '../migrations/all.ts'
import type { SeenLease } from '../sqlite/abandoned-leases.ts'
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
 * @param abandoned leases of processes that are known to have ended
 * @throws MoveError if another process uses it, or it lacks migrations
 * @throws SchemaTooNew, UnfinishedMove
 */
export async function withStoppedSource<T>(
  source: Database,
  work: (stopped: StoppedSource) => Promise<T>,
  abandoned: readonly SeenLease[] = [],
): Promise<T> {
  const level = await levelOf(source.db)
  const now = await source.now()
  // on SQLite a transaction keeps others from writing
  return source.transaction(
    async (db) => {
      if (isPostgres(db)) await holdLeases(db)
      await refuseIfUsed(db, now, abandoned)
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
    if (cause instanceof ReadOnly) throw cause
    throw new MoveError(USED, { cause })
  }
}

async function refuseIfUsed(db: Db, now: number, abandoned: readonly SeenLease[]): Promise<void> {
  const { rows } = await sql<SeenLease>`
    select holder, expires_at from process_lease where expires_at > ${now}`.execute(db)
  const isAbandoned = ({ holder, expires_at }: SeenLease) =>
    abandoned.some((lease) => lease.holder === holder && lease.expires_at === Number(expires_at))
  const held = rows.filter((lease) => !isAbandoned(lease))
  if (held.length === 0) return
  const until = Math.max(...held.map(({ expires_at }) => Number(expires_at)))
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
