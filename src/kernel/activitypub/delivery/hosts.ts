import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared.ts'
import { locked, skipLocked } from '../../db/row-locks.ts'
import type { PeerHostTable } from '../tables.ts'

/** A server that we deliver to, as known to the process that has claimed it. */
export type PeerHost = Omit<Selectable<PeerHostTable>, 'due_at' | 'locked_until' | 'locked_by'>

/** Hosts that answer, and hosts that did not; each lane has its own limits. */
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
 * Schedules deliveries to hosts. A host in a pause is due when the pause ends. The rows stay locked
 * until the end of the transaction, so that `releaseHosts` sees what this transaction wrote.
 *
 * @param hosts sorted, so that transactions do not deadlock
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
    // without a condition here, SQLite parses `on conflict` as the `on` of a join
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

/** Due hosts of a lane that no process has claimed, the earliest first. */
function freeHosts(db: Db, lane: Lane, leaseNow: number) {
  return db
    .selectFrom('peer_host')
    .where('due_at', 'is not', null)
    .where(lane === 'living' ? sql<SqlBool>`failures = 0` : sql<SqlBool>`failures > 0`)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', leaseNow)]))
    .orderBy('due_at')
}

const FIRST_DUE = {
  living: prepared((db, p: { leaseNow: number }) =>
    freeHosts(db, 'living', p.leaseNow).select('due_at').limit(1),
  ),
  failing: prepared((db, p: { leaseNow: number }) =>
    freeHosts(db, 'failing', p.leaseNow).select('due_at').limit(1),
  ),
}

/** @returns ms since 1970 of the first due host, now or later; null if there is none */
export async function firstDue(db: Db, lane: Lane, leaseNow: number): Promise<number | null> {
  const [first] = await FIRST_DUE[lane](db, { leaseNow })
  return first?.due_at ?? null
}

/** A process, and the end of its leases by the clock that all processes share. */
export interface HostLease {
  /** names the process among all of the database */
  holder: string
  lockedUntil: number
}

/**
 * Claims up to `limit` due hosts of a lane.
 * @param claim.now by the clock of this process, as `due_at` is
 * @param claim.leaseNow by the clock that all processes share
 */
export async function claimHosts(
  db: Db,
  claim: HostLease & { lane: Lane; limit: number; now: number; leaseNow: number },
): Promise<PeerHost[]> {
  const hosts = await freeHosts(db, claim.lane, claim.leaseNow)
    .where('due_at', '<=', claim.now)
    .select(KNOWN)
    .limit(claim.limit)
    .$call((query) => skipLocked(db, query))
    .execute()
  if (hosts.length === 0) return []
  const names = hosts.map(({ host }) => host)
  await db
    .updateTable('peer_host')
    .set({ locked_until: claim.lockedUntil, locked_by: claim.holder })
    .where('host', 'in', hostNames(db, names))
    .execute()
  return hosts
}

/**
 * Renews the leases of hosts that the process still holds. A host that it released meanwhile stays free, and one that
 * another process has claimed stays with that one.
 *
 * @returns the hosts that it holds
 */
export async function renewLeases(
  db: Db,
  hosts: readonly string[],
  { holder, lockedUntil }: HostLease,
): Promise<string[]> {
  const held = await db
    .updateTable('peer_host')
    .set({ locked_until: lockedUntil })
    .where('host', 'in', hostNames(db, hosts))
    .where('locked_by', '=', holder)
    .returning('host')
    .execute()
  return held.map(({ host }) => host)
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
 * Writes the changed state of hosts and releases them. Each is due when its first waiting delivery is,
 * but not before its pause ends. A host that the process does not hold any more, as its lease was over or its first
 * release was committed without an answer, is left as it is: another process may deliver to it.
 */
export async function releaseHosts(
  db: Db,
  holder: string,
  hosts: readonly PeerHost[],
): Promise<void> {
  if (hosts.length === 0) return
  const names = hosts.map(({ host }) => host).sort()
  // Transactions that enqueue for one of these hosts have ended now; the next statement sees their rows.
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
      locked_by: null,
      due_at: sql<number | null>`(
        select case when delivery.next_at < known.next_try_at
          then known.next_try_at else delivery.next_at end
        from delivery
        where delivery.host = known.host and delivery.state = 'waiting'
        order by delivery.next_at, delivery.id limit 1)`,
    }))
    .whereRef('peer_host.host', '=', 'known.host')
    .where('peer_host.locked_by', '=', holder)
    .execute()
}

function hostNames(db: Db, hosts: readonly string[]) {
  const rows = hosts.map((host) => ({ host }))
  return db.selectFrom(jsonRows(db, { host: 'text' }, rows).as('named')).select('host')
}
