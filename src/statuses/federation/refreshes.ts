import { type Selectable, sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Db } from '../../db/database.ts'
import { idValue } from '../../db/expressions.ts'
import type { AsyncRefreshTable } from '../../db/schema.ts'
import { StorageFull } from '../../errors.ts'
import type { Tx } from '../../transact.ts'
import type { StatusRow } from '../queries.ts'
import { THREAD } from './queue.ts'

/** ms for which the replies that were read of a status count as all */
export const STALE = 15 * 60_000
/** ms after which a look at a thread that came to no end is over */
const LONGEST = 10 * 60_000
/** statuses of a thread whose replies are read again at once */
const MOST_STARTS = 50

/** A look at a thread: what a step of it leaves to the next one. */
export interface ThreadPayload {
  refreshId: string
  /** statuses whose replies are to be read, with their distance from the one that was opened */
  pending: { statusId: string; level: number }[]
  /** how many new statuses there were so far */
  found: number
  /** how often each registrable domain was asked */
  asked: Record<string, number>
}

export type AsyncRefresh = Pick<
  Selectable<AsyncRefreshTable>,
  'id' | 'status_id' | 'state' | 'result_count'
>

/**
 * Has the replies fetched that are missing from a thread, at most every 15 minutes; while that goes
 * on nothing more is begun.
 *
 * @returns the look that goes on now; null if there is nothing to look for
 */
export async function refreshThread(app: App, status: StatusRow): Promise<AsyncRefresh | null> {
  const running = await findRunning(app, status.id)
  if (running !== null) return running
  const starts = await staleAround(app.db, status, app.clock() - STALE)
  if (starts.length === 0) return null
  const begin = async (tx: Tx) => {
    const refresh = await beginRefresh(tx, status.id)
    const pending = starts.map((statusId) => ({ statusId, level: 1 }))
    enqueueThread(tx, { refreshId: refresh.id, pending, found: 0, asked: {} })
    return refresh
  }
  return app.transact(begin).catch(whileReading)
}

/** Where nothing can be written, what is there can still be read. */
export function whileReading(error: unknown): null {
  if (error instanceof StorageFull) return null
  throw error
}

async function findRunning(app: App, statusId: string): Promise<AsyncRefresh | null> {
  const row = await app.db
    .selectFrom('async_refresh')
    .select(['id', 'status_id', 'state', 'result_count'])
    .where('status_id', '=', statusId)
    .where('state', '=', 'running')
    .where('updated_at', '>', app.clock() - LONGEST)
    .executeTakeFirst()
  return row ?? null
}

/** The status and remote replies below it whose own replies were not read for a while. */
async function staleAround(db: Db, status: StatusRow, before: number): Promise<string[]> {
  const rows = await db
    .withRecursive('below', (with_) =>
      with_
        .selectFrom('status')
        .select(['id', sql<number>`0`.as('depth')])
        .where('id', '=', idValue(db, status.id))
        .unionAll(
          with_
            .selectFrom('status')
            .innerJoin('below', 'below.id', 'status.in_reply_to_id')
            .select(['status.id', sql<number>`below.depth + 1`.as('depth')])
            .where('below.depth', '<', MOST_DEPTH),
        ),
    )
    .selectFrom('below')
    .innerJoin('status', 'status.id', 'below.id')
    .select(['below.id', 'status.replies_uri', 'status.replies_fetched_at'])
    .where('status.deleted_at', 'is', null)
    .limit(MOST_LOOKED_AT)
    .execute()
  return rows
    .filter((row) => row.replies_uri !== null && (row.replies_fetched_at ?? 0) <= before)
    .map((row) => row.id)
    .slice(0, MOST_STARTS)
}

const MOST_DEPTH = 20
const MOST_LOOKED_AT = 500

async function beginRefresh(tx: Tx, statusId: string): Promise<AsyncRefresh> {
  const state = { state: 'running', result_count: 0, updated_at: tx.now } as const
  const id = tx.newId()
  await tx.db
    .insertInto('async_refresh')
    .values({ id, status_id: statusId, created_at: tx.now, ...state })
    .onConflict((conflict) => conflict.column('status_id').doUpdateSet(state))
    .execute()
  return tx.db
    .selectFrom('async_refresh')
    .select(['id', 'status_id', 'state', 'result_count'])
    .where('status_id', '=', statusId)
    .executeTakeFirstOrThrow()
}

export function enqueueThread(tx: Tx, payload: ThreadPayload): void {
  tx.enqueue({ kind: THREAD, payload: { ...payload }, uniqueKey: payload.refreshId })
}

/** @param found new statuses so far */
export async function countResults(tx: Tx, refreshId: string, found: number): Promise<void> {
  await tx.db
    .updateTable('async_refresh')
    .set({ result_count: found, updated_at: tx.now })
    .where('id', '=', refreshId)
    .execute()
}

export async function endRefresh(tx: Tx, refreshId: string): Promise<void> {
  await tx.db
    .updateTable('async_refresh')
    .set({ state: 'finished', updated_at: tx.now })
    .where('id', '=', refreshId)
    .execute()
}

export async function findRefresh(db: Db, id: string): Promise<AsyncRefresh | null> {
  const row = await db
    .selectFrom('async_refresh')
    .select(['id', 'status_id', 'state', 'result_count'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
