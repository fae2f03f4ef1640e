import type { App } from '../../core/app.ts'
import type { Db } from '../../db/database.ts'
import { LEASE, LONGEST_SLEEP } from '../../jobs/claim-loop.ts'
import type { HostWork } from './host-work.ts'
import { workFor } from './host-work.ts'
import { claimHosts, firstDue, type Lane, type PeerHost, releaseHosts } from './hosts.ts'
import {
  dueForHost,
  failWaiting,
  firstOfHosts,
  type Outcome,
  type WaitingDelivery,
  writeOutcomes,
} from './pending.ts'

/** ms for which outcomes are collected and then written together; a crash repeats at most these deliveries */
export const GATHER = 50
/** hosts claimed in one transaction */
const HOSTS_AT_ONCE = 250
/** deliveries of one host before other hosts have their turn */
const ROWS_AT_ONCE = 32
/** deliveries marked as failed in one transaction */
const GIVEN_UP_AT_ONCE = 500

const LANES: readonly Lane[] = ['living', 'failing']

export interface ClaimInput {
  /** of this process, for its leases */
  holder: string
  outcomes: readonly Outcome[]
  /** hosts to release */
  done: readonly HostWork[]
  /** how many more hosts of each lane may be claimed */
  capacity: Record<Lane, number>
}

export interface Claim {
  claimed: HostWork[]
  /** hosts of `done` that are not released yet, because more of their deliveries must be marked as failed */
  unfinished: HostWork[]
  /** deliveries marked as failed because their host was given up */
  givenUp: number
  /** ms since 1970: start of the next claim cycle */
  nextAt: number
}

/**
 * Runs one claim cycle: writes the outcomes of earlier tries, releases hosts and claims due hosts, in one
 * transaction. Without anything to write or claim it opens no transaction.
 */
export async function claimHostsDue(
  app: Pick<App, 'database' | 'clock' | 'leaseClock'>,
  { holder, outcomes, done, capacity }: ClaimInput,
): Promise<Claim> {
  const now = app.clock()
  const leaseNow = await app.leaseClock()
  const nothing = outcomes.length === 0 && done.length === 0
  const first = await firstOfLanes(app.database.db, capacity, leaseNow)
  const nextAt = Math.min(first ?? Number.POSITIVE_INFINITY, now + LONGEST_SLEEP)
  const due = nextAt <= now
  if (nothing && !due) return { claimed: [], unfinished: [], givenUp: 0, nextAt }
  const written = await app.database.transaction(async (db) => {
    await writeOutcomes(db, outcomes, now)
    const { unfinished, count } = await giveUp(db, done, now)
    const free = done.filter((work) => !unfinished.includes(work))
    await releaseHosts(
      db,
      holder,
      free.map(({ peer }) => peer),
    )
    const claimed = await claimDue(db, { holder, capacity, now, leaseNow })
    return { unfinished, givenUp: count, claimed }
  })
  const more = written.claimed.length >= HOSTS_AT_ONCE || written.unfinished.length > 0
  if (more) return { ...written, nextAt: now }
  // Released hosts may be due soon, and another process may have claimed the due hosts.
  return { ...written, nextAt: due || done.length > 0 ? now + GATHER : nextAt }
}

async function firstOfLanes(
  db: Db,
  capacity: ClaimInput['capacity'],
  leaseNow: number,
): Promise<number | null> {
  const open = LANES.filter((lane) => capacity[lane] > 0)
  const firsts = await Promise.all(open.map((lane) => firstDue(db, lane, leaseNow)))
  const known = firsts.filter((first) => first !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** @returns hosts with more deliveries to fail than one transaction takes, and the number failed in this one */
async function giveUp(
  db: Db,
  done: readonly HostWork[],
  now: number,
): Promise<{ unfinished: HostWork[]; count: number }> {
  const unfinished: HostWork[] = []
  let left = GIVEN_UP_AT_ONCE
  for (const work of done) {
    const error = work.givenUp ?? work.closed
    if (error === null) continue
    const { host } = work.peer
    const input = { host, error, now, limit: left, sparing: work.givenUp === null }
    if (left > 0) left -= await failWaiting(db, input)
    if (left === 0) unfinished.push(work)
  }
  return { unfinished, count: GIVEN_UP_AT_ONCE - left }
}

async function claimDue(
  db: Db,
  input: Pick<ClaimInput, 'holder' | 'capacity'> & { now: number; leaseNow: number },
): Promise<HostWork[]> {
  const { capacity, ...times } = input
  const claim = { ...times, lockedUntil: input.leaseNow + LEASE }
  const { now } = input
  const hosts: PeerHost[] = []
  for (const lane of LANES) {
    const limit = Math.min(capacity[lane], HOSTS_AT_ONCE)
    if (limit <= 0) continue
    hosts.push(...(await claimHosts(db, { ...claim, lane, limit })))
  }
  if (hosts.length === 0) return []
  const names = hosts.map(({ host }) => host)
  const first = new Map((await firstOfHosts(db, names)).map((row) => [row.host, row]))
  const claimed: HostWork[] = []
  for (const peer of hosts) {
    const { host } = peer
    const row = first.get(host)
    let due: WaitingDelivery[] = row === undefined || row.next_at > now ? [] : [row]
    // Most hosts get one activity at a time; only the others need a query of their own.
    if (due.length > 0 && row?.second !== null) {
      due = await dueForHost(db, { host, now, limit: ROWS_AT_ONCE })
    }
    claimed.push(workFor(peer, due, now + LEASE))
  }
  return claimed
}
