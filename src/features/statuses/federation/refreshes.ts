import type { Selectable } from 'kysely'
import { StorageFull } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import type { StatusRow } from '../queries.ts'
import { repliesBelow } from '../read/replies-below.ts'
import type { AsyncRefreshTable } from '../tables.ts'
import { THREAD } from './job-kinds.ts'

/** ms during which the fetched replies of a status count as complete */
export const STALE = 15 * 60_000
/** ms after which an unfinished refresh of a thread counts as over */
const LONGEST = 10 * 60_000
/** maximum of statuses of a thread whose replies are refetched together */
const MOST_STARTS = 50

/** State that one step of a thread refresh passes to the next. */
export interface ThreadPayload {
  refreshId: string
  /** statuses whose replies are still to be read, with their distance from the opened status */
  pending: { statusId: string; level: number }[]
  /** number of new statuses so far */
  found: number
  /** number of requests per registrable domain */
  asked: Record<string, number>
}

export type AsyncRefresh = Pick<
  Selectable<AsyncRefreshTable>,
  'id' | 'status_id' | 'state' | 'result_count'
>

/**
 * Enqueues the fetch of the replies missing from a thread, at most every 15 minutes and never twice
 * at the same time.
 *
 * @returns the running refresh; null if there is nothing to fetch
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

/** While nothing can be written, stored replies remain readable. */
export function whileReading(error: unknown): null {
  if (error instanceof StorageFull) return null
  throw error
}

const runningOf = prepared((db, p: { statusId: string; after: number }) =>
  db
    .selectFrom('async_refresh')
    .select(['id', 'status_id', 'state', 'result_count'])
    .where('status_id', '=', p.statusId)
    .where('state', '=', 'running')
    .where('updated_at', '>', p.after),
)

async function findRunning(app: App, statusId: string): Promise<AsyncRefresh | null> {
  const [row] = await runningOf(app.db, { statusId, after: app.clock() - LONGEST })
  return row ?? null
}

const MOST_BELOW = { descendants: 500, depth: 20 }

const remoteBelow = prepared((db, p: { statusId: string }) =>
  db
    .selectFrom(repliesBelow(db, p.statusId, MOST_BELOW).as('below'))
    .crossJoin('status')
    .whereRef('status.id', '=', 'below.id')
    .where('status.deleted_at', 'is', null)
    .select(['status.id', 'status.replies_uri', 'status.replies_fetched_at']),
)

/** The status and the remote replies below it whose own replies were not read recently. */
async function staleAround(db: Db, status: StatusRow, before: number): Promise<string[]> {
  return [status, ...(await remoteBelow(db, { statusId: status.id }))]
    .filter((row) => row.replies_uri !== null && (row.replies_fetched_at ?? 0) <= before)
    .map((row) => row.id)
    .slice(0, MOST_STARTS)
}

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
