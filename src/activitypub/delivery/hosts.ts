import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared.ts'
import type { PeerHostTable } from '../../db/schema.ts'
import { locked, skipLocked } from '../../db/skip-locked.ts'

/** A server that we send to, as the process knows it that has taken it. */
export type PeerHost = Omit<Selectable<PeerHostTable>, 'due_at' | 'locked_until'>

/** Hosts that answer, and those that did not: they have places of their own. */
export type Lane = 'living' | 'failing'

const KNOWN = [
  'host',
  'failures',
  'failing_since',
  'next_try_at',
  'last_success_at',
  'prefers_rfc9421',
] as const

/**
 * Says that something is to be sent to hosts. One that nothing may be sent to yet is due when that
 * ends. Rows are held until the end of the transaction, so that `releaseHosts` sees what it wrote.
 *
 * @param hosts sorted, so that transactions do not wait for each other in a circle
 */
export async function scheduleHosts(
  db: Db,
  hosts: readonly string[],
  dueAt: number,
): Promise<void> {
  const rows = hosts.map((host) => ({ host, due_at: dueAt }))
  const given = jsonRows(db, { host: 'text', due_at: 'integer' }, rows)
  const due = sql<number>`case when peer_host.next_try_at > excluded.due_at
    then peer_host.next_try_at else excluded.due_at end`
  await db
    .insertInto('peer_host')
    .columns(['host', 'due_at'])
    // SQLite takes `on conflict` for a join's without a condition before it
    .expression(
      db.selectFrom(given.as('given')).select(['host', 'due_at']).where(sql<SqlBool>`true`),
    )
    .onConflict((conflict) =>
      conflict
        .column('host')
        .doUpdateSet({ due_at: due })
        .where(sql<SqlBool>`peer_host.due_at is null or peer_host.due_at > ${due}`),
    )
    .execute()
}

/** Hosts of a lane that something waits for and that no process has taken, the first one first. */
function freeHosts(db: Db, lane: Lane, now: number) {
  return db
    .selectFrom('peer_host')
    .where('due_at', 'is not', null)
    .where(lane === 'living' ? sql<SqlBool>`failures = 0` : sql<SqlBool>`failures > 0`)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]))
    .orderBy('due_at')
}

const FIRST_DUE = {
  living: prepared((db, p: { now: number }) =>
    freeHosts(db, 'living', p.now).select('due_at').limit(1),
  ),
  failing: prepared((db, p: { now: number }) =>
    freeHosts(db, 'failing', p.now).select('due_at').limit(1),
  ),
}

/** @returns ms since 1970 of the first host that is due, now or later; null if there is none */
export async function firstDue(db: Db, lane: Lane, now: number): Promise<number | null> {
  const [first] = await FIRST_DUE[lane](db, { now })
  return first?.due_at ?? null
}

/** Takes up to `limit` due hosts of a lane until `lockedUntil`. */
export async function claimHosts(
  db: Db,
  claim: { lane: Lane; limit: number; now: number; lockedUntil: number },
): Promise<PeerHost[]> {
  const hosts = await freeHosts(db, claim.lane, claim.now)
    .where('due_at', '<=', claim.now)
    .select(KNOWN)
    .limit(claim.limit)
    .$call((query) => skipLocked(db, query))
    .execute()
  if (hosts.length === 0) return []
  const names = hosts.map(({ host }) => host)
  await leasesOf(db, names, claim.lockedUntil).execute()
  return hosts
}

/** Of those that are still taken: one that was let go of meanwhile is free. */
export async function renewLeases(db: Db, hosts: readonly string[], until: number): Promise<void> {
  await leasesOf(db, hosts, until).where('locked_until', 'is not', null).execute()
}

function leasesOf(db: Db, hosts: readonly string[], until: number) {
  return db
    .updateTable('peer_host')
    .set({ locked_until: until })
    .where('host', 'in', hostNames(db, hosts))
}

const RELEASED = {
  host: 'text',
  failures: 'integer',
  failing_since: 'integer',
  next_try_at: 'integer',
  last_success_at: 'integer',
  prefers_rfc9421: 'boolean',
} as const

/**
 * Writes what has become known of hosts and lets go of them. Each is due when its first waiting
 * delivery is, but not before it may be asked.
 */
export async function releaseHosts(db: Db, hosts: readonly PeerHost[]): Promise<void> {
  if (hosts.length === 0) return
  const names = hosts.map(({ host }) => host).sort()
  // Whoever queues something for one of them has ended now, and the next statement sees it.
  await db
    .selectFrom('peer_host')
    .select('host')
    .where('host', 'in', hostNames(db, names))
    .orderBy('host')
    .$call((query) => locked(db, query))
    .execute()
  await db
    .updateTable('peer_host')
    .from(jsonRows(db, RELEASED, hosts).as('known'))
    .set((eb) => ({
      failures: eb.ref('known.failures'),
      failing_since: eb.ref('known.failing_since'),
      next_try_at: eb.ref('known.next_try_at'),
      last_success_at: eb.ref('known.last_success_at'),
      prefers_rfc9421: eb.ref('known.prefers_rfc9421'),
      locked_until: null,
      due_at: sql<number | null>`(
        select case when delivery.next_at < known.next_try_at
          then known.next_try_at else delivery.next_at end
        from delivery
        where delivery.host = known.host and delivery.state = 'waiting'
        order by delivery.next_at, delivery.id limit 1)`,
    }))
    .whereRef('peer_host.host', '=', 'known.host')
    .execute()
}

function hostNames(db: Db, hosts: readonly string[]) {
  const rows = hosts.map((host) => ({ host }))
  return db.selectFrom(jsonRows(db, { host: 'text' }, rows).as('named')).select('host')
}
