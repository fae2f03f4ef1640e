import { type SqlBool, sql } from 'kysely'
import { NotFound } from '../../base/errors.ts'
import type { Tx } from '../../core/tx.ts'
import type { Db } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { fetchPage, type Page } from '../../db/pagination.ts'
import { countWaiting } from './counts.ts'
import { scheduleHosts } from './hosts.ts'
import { isGivenUp } from './retry.ts'

/** States that operators see; only the sender sees accepted deliveries. */
export type OpenState = 'waiting' | 'failed'

export type OpenDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

/** Deliveries that wait or have failed; a waiting one is not tried before `next_at`. */
function openDeliveries(db: Db) {
  return db
    .selectFrom('delivery')
    .innerJoin('outgoing_activity as activity', 'activity.id', 'delivery.activity_id')
    .leftJoin('peer_host', 'peer_host.host', 'delivery.host')
    .select([
      'delivery.id',
      'delivery.host',
      'delivery.activity_id',
      'activity.type',
      'activity.sender_id',
      'delivery.state',
      'delivery.attempts',
      'delivery.last_error',
      'activity.created_at',
    ])
    .select(
      sql<number>`case when peer_host.next_try_at > delivery.next_at
        then peer_host.next_try_at else delivery.next_at end`.as('next_at'),
    )
}

/** A page of deliveries in a state, newest first. */
export function pageOfDeliveries(
  db: Db,
  { state, host }: { state: OpenState; host?: string | undefined },
  page: Page,
): Promise<OpenDelivery[]> {
  // literal, because only then the planner matches the condition of the partial indexes
  const inState =
    state === 'waiting'
      ? sql<SqlBool>`delivery.state = 'waiting'`
      : sql<SqlBool>`delivery.state = 'failed'`
  let query = openDeliveries(db).where(inState)
  if (host !== undefined) query = query.where('delivery.host', '=', host)
  return fetchPage(query, 'delivery.id', page)
}

export async function findDelivery(db: Db, id: string) {
  const row = await openDeliveries(db)
    .where('delivery.id', '=', id)
    .where('delivery.state', '!=', 'accepted')
    .executeTakeFirst()
  return row ?? null
}

/**
 * Sends a delivery once more at once, even during a pause of its host.
 * @throws NotFound also for an accepted delivery
 */
export async function retryDelivery(tx: Tx, id: string): Promise<OpenDelivery> {
  const found = await findDelivery(tx.db, id)
  if (found === null) throw new NotFound()
  await tx.db
    .updateTable('delivery')
    .set({ state: 'waiting', next_at: tx.now, updated_at: tx.now, begun: 0 })
    .where('id', '=', id)
    .where('state', '!=', 'accepted')
    .execute()
  await tx.db
    .updateTable('peer_host')
    .set({ next_try_at: null })
    .where('host', '=', found.host)
    .execute()
  await scheduleHosts(tx.db, [found.host], tx.now)
  tx.emit({ type: 'deliveries.due' })
  return found
}

/**
 * Deletes a delivery: the host never gets it, unless its request is running.
 * @throws NotFound also for an accepted delivery
 */
export async function dropDelivery(tx: Tx, id: string): Promise<OpenDelivery> {
  const found = await findDelivery(tx.db, id)
  if (found === null) throw new NotFound()
  await tx.db.deleteFrom('delivery').where('id', '=', id).execute()
  return found
}

export interface HostSummary {
  host: string
  /** `unavailable`: without an answer for so long that its deliveries are given up */
  state: 'ok' | 'failing' | 'unavailable'
  waiting: number
  failing_since: number | null
  next_try_at: number | null
  last_error: string | null
}

/**
 * Delivery state of other servers: first those without an answer, longest first; then others with waiting deliveries.
 */
export async function summarizeDeliveries(
  db: Db,
  { now, limit }: { now: number; limit: number },
): Promise<{ waiting: number; hosts: HostSummary[] }> {
  const peers = await db
    .selectFrom('peer_host')
    .select(['host', 'failures', 'failing_since', 'next_try_at'])
    .where((eb) => eb.or([eb('failures', '>', 0), eb('due_at', 'is not', null)]))
    .orderBy(sql`case when failures > 0 then 0 else 1 end`)
    .orderBy('failing_since')
    .orderBy('host')
    .limit(limit)
    .execute()
  const details = await waitingFor(
    db,
    peers.map(({ host }) => host),
  )
  const hosts = peers.map(({ host, failures, failing_since, next_try_at }) => ({
    host,
    state: stateOf(failures, failing_since, now),
    waiting: details.get(host)?.waiting ?? 0,
    failing_since,
    next_try_at: next_try_at !== null && next_try_at > now ? next_try_at : null,
    last_error: details.get(host)?.last_error ?? null,
  }))
  return { waiting: await countWaiting(db), hosts }
}

function stateOf(failures: number, since: number | null, now: number): HostSummary['state'] {
  if (failures === 0 || since === null) return 'ok'
  return isGivenUp(since, now) ? 'unavailable' : 'failing'
}

/** Counts waiting deliveries of hosts, and reads the error of the first one. */
async function waitingFor(db: Db, hosts: readonly string[]) {
  const given = jsonRows(
    db,
    { host: 'text' },
    hosts.map((host) => ({ host })),
  )
  const rows = await db
    .selectFrom(given.as('given'))
    .select([
      'given.host',
      sql<number>`(select count(*) from delivery
        where delivery.host = given.host and delivery.state = 'waiting')`.as('waiting'),
      sql<string | null>`(select delivery.last_error from delivery
        where delivery.host = given.host and delivery.state = 'waiting'
        order by delivery.next_at, delivery.id limit 1)`.as('last_error'),
    ])
    .execute()
  return new Map(rows.map((row) => [row.host, row]))
}
