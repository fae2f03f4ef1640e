import type { App } from '../../app.ts'
import type { Db } from '../../db/database.ts'
import type { HostWork } from './host-work.ts'
import { workFor } from './host-work.ts'
import { claimHosts, firstDue, type Lane, type PeerHost, releaseHosts } from './hosts.ts'
import {
  dueForHost,
  failWaiting,
  firstOfHosts,
  type Outcome,
  type Waiting,
  writeOutcomes,
} from './waiting.ts'

/** ms that a host belongs to who took it; renewed three times as often while it is held */
export const LEASE = 30_000
/** ms between looks at the table when nothing is known to be due: other processes queue too */
const LONGEST_SLEEP = 5000
/** ms for which outcomes gather, so that they are written together: a kill repeats at most these */
export const GATHER = 50
/** hosts taken in one transaction */
const HOSTS_AT_ONCE = 250
/** deliveries of a host before others have their turn */
const ROWS_AT_ONCE = 32
/** deliveries given up in one transaction */
const GIVEN_UP_AT_ONCE = 500

const LANES: readonly Lane[] = ['living', 'failing']

export interface RoundInput {
  outcomes: readonly Outcome[]
  /** hosts to be let go of */
  done: readonly HostWork[]
  /** how many more hosts of a lane may be taken */
  places: Record<Lane, number>
}

export interface Round {
  claimed: HostWork[]
  /** of `done`, those that are not let go of yet: more of what waits for them must fail */
  unfinished: HostWork[]
  /** deliveries that failed because their host was given up */
  givenUp: number
  /** ms since 1970: when to look again */
  nextAt: number
}

/**
 * One look at what is due: writes what became of earlier tries, lets go of hosts and takes others
 * that are due, in one transaction, or none where there is nothing to write.
 */
export async function runRound(
  app: Pick<App, 'database' | 'clock'>,
  { outcomes, done, places }: RoundInput,
): Promise<Round> {
  const now = app.clock()
  const nothing = outcomes.length === 0 && done.length === 0
  const first = await firstOfLanes(app.database.db, places, now)
  const nextAt = Math.min(first ?? Number.POSITIVE_INFINITY, now + LONGEST_SLEEP)
  const due = nextAt <= now
  if (nothing && !due) return { claimed: [], unfinished: [], givenUp: 0, nextAt }
  const written = await app.database.transaction(async (db) => {
    await writeOutcomes(db, outcomes, now)
    const { unfinished, count } = await giveUp(db, done, now)
    const free = done.filter((work) => !unfinished.includes(work))
    await releaseHosts(
      db,
      free.map(({ peer }) => peer),
    )
    return { unfinished, givenUp: count, claimed: await claim(db, places, now) }
  })
  const more = written.claimed.length >= HOSTS_AT_ONCE || written.unfinished.length > 0
  if (more) return { ...written, nextAt: now }
  // What was let go of may be due soon, and what was due may have gone to another process.
  return { ...written, nextAt: due || done.length > 0 ? now + GATHER : nextAt }
}

async function firstOfLanes(
  db: Db,
  places: RoundInput['places'],
  now: number,
): Promise<number | null> {
  const open = LANES.filter((lane) => places[lane] > 0)
  const firsts = await Promise.all(open.map((lane) => firstDue(db, lane, now)))
  const known = firsts.filter((first) => first !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** @returns hosts for which more than one transaction can take must fail, and how many failed in this one */
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

async function claim(db: Db, places: RoundInput['places'], now: number): Promise<HostWork[]> {
  const hosts: PeerHost[] = []
  for (const lane of LANES) {
    const limit = Math.min(places[lane], HOSTS_AT_ONCE)
    if (limit <= 0) continue
    hosts.push(...(await claimHosts(db, { lane, limit, now, lockedUntil: now + LEASE })))
  }
  if (hosts.length === 0) return []
  const names = hosts.map(({ host }) => host)
  const first = new Map((await firstOfHosts(db, names)).map((row) => [row.host, row]))
  const claimed: HostWork[] = []
  for (const peer of hosts) {
    const { host } = peer
    const row = first.get(host)
    let due: Waiting[] = row === undefined || row.next_at > now ? [] : [row]
    // Most hosts get one activity at a time; only the others are asked about singly.
    if (due.length > 0 && row?.second !== null) {
      due = await dueForHost(db, { host, now, limit: ROWS_AT_ONCE })
    }
    claimed.push(workFor(peer, due))
  }
  return claimed
}
