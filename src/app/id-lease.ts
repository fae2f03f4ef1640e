import { randomUUID } from 'node:crypto'
import { DomainError, ReadOnly, StorageFull, Unreachable } from '../kernel/base/errors.ts'
import { PROCESS_NUMBERS } from '../kernel/base/ids.ts'
import type { Database, Db } from '../kernel/db/database.ts'
import { StartError } from '../kernel/db/start-error.ts'

/** ms after which the number of an unresponsive process is free again */
const LEASE = 60_000

/** A number from 0 to 255 that is unique among the processes of this database; every id contains it. */
export interface ProcessNumber extends AsyncDisposable {
  /** @throws StorageFull without a number, if the disk was full at the start or the database read-only */
  readonly number: number
  /** why no number is leased yet, or null */
  readonly lack: StorageFull | null
  /** to be awaited before ids are minted: leases the number if the disk was full until now */
  ready(): Promise<void> | undefined
}

/**
 * Leases the number and renews the lease until disposal. On a full disk, or if the database is read-only, the process starts without a number, so
 * that it can read, and leases one once there is space.
 *
 * @param clock ms since 1970, the same for all processes
 * @param onLost called when another process has taken the number, because this one did not renew it for a minute:
 * ids minted from then on may not be unique, so the process must end
 * @param beside given for a server, not for a command: called once if another server turns out to renew a lease too
 * @throws StartError if 256 processes have a number already
 */
export async function leaseProcessNumber(
  database: Database,
  clock: () => Promise<number>,
  onLost: () => void,
  beside?: () => void,
): Promise<ProcessNumber> {
  const holder = (beside === undefined ? '' : SERVER) + randomUUID()
  const neighbours = beside === undefined ? null : createNeighbourWatch(database.db, holder, beside)
  let number: number | null = null
  let lack: StorageFull | null = null
  let leasing: Promise<void> | undefined
  const lease = async () => {
    const now = await clock()
    number = await database.transaction((db) => take(db, holder, now))
    if (number === null) throw new StartError(ALL_TAKEN)
    await neighbours?.look()
  }
  const ready = () => {
    if (number !== null) return undefined
    leasing ??= lease().finally(() => {
      leasing = undefined
    })
    return leasing
  }
  await lease().catch((error) => {
    if (error instanceof Unreachable) throw new StartError(HELD, { cause: error })
    if (!(error instanceof StorageFull)) throw error
    lack = error
  })
  const keep = async () => {
    if (number === null) return ready()
    const mine = { number, holder }
    const now = await clock()
    const held = await database.transaction((db) => renew(db, mine, now))
    if (!held) onLost()
    await neighbours?.look()
  }
  // if the database is unreachable, the next renewal detects whether the number is lost
  const renewal = setInterval(() => void keep().catch(() => {}), LEASE / 3).unref()
  return {
    get number() {
      if (number === null) throw lackOf(lack)
      return number
    },
    get lack() {
      return number === null ? lackOf(lack) : null
    },
    ready,
    async [Symbol.asyncDispose]() {
      clearInterval(renewal)
      if (number === null) return
      const mine = { number, holder }
      await database.transaction((db) => release(db, mine)).catch(expires)
    },
  }
}

/** The failure of the start once more: an error is thrown once. */
function lackOf(lack: StorageFull | null): StorageFull {
  return lack instanceof ReadOnly ? new ReadOnly({ reason: lack.reason }) : new StorageFull()
}

/** begins the holder's name of a lease that belongs to a server */
const SERVER = 'server '

/** renewals at which other servers are looked for: one of theirs may be late when ours is done */
const LOOKS = 3

/**
 * Compares the leases of other servers at the start and at the first renewals: a lease that was extended meanwhile
 * belongs to a living process, one that was not to a process that crashed.
 */
function createNeighbourWatch(db: Db, own: string, onFound: () => void) {
  let first: Map<string, number> | null = null
  let looksLeft = LOOKS
  return {
    async look(): Promise<void> {
      if (looksLeft === 0) return
      const leases = await db
        .selectFrom('process_lease')
        .where('holder', 'like', `${SERVER}%`)
        .where('holder', '!=', own)
        .select(['holder', 'expires_at'])
        .execute()
      if (first === null) {
        first = new Map(leases.map((lease) => [lease.holder, lease.expires_at]))
        return
      }
      const known = first
      const isFound = leases.some(
        (lease) => lease.expires_at > (known.get(lease.holder) ?? Infinity),
      )
      looksLeft = isFound ? 0 : looksLeft - 1
      if (isFound) onFound()
    },
  }
}

const ALL_TAKEN = `${PROCESS_NUMBERS} processes use this database, as many as there can be; stop one, or wait a minute if some have crashed`

/** A lease that cannot be released, as the disk is full or the database unreachable, expires by itself. */
function expires(error: unknown): void {
  if (!(error instanceof DomainError)) throw error
}

const HELD =
  'The database lets no process start on it, or does not answer: rookery move-database or a migration may be under way'

interface Lease {
  number: number
  holder: string
}

/** Takes a random free number, so that a just released number is seldom reused. */
async function take(db: Db, holder: string, now: number): Promise<number | null> {
  await db.deleteFrom('process_lease').where('expires_at', '<=', now).execute()
  const taken = await db.selectFrom('process_lease').select('number').execute()
  const free = new Set(Array.from({ length: PROCESS_NUMBERS }, (_, number) => number))
  for (const { number } of taken) free.delete(number)
  for (const number of shuffled([...free])) {
    const row = await db
      .insertInto('process_lease')
      .values({ number, holder, expires_at: now + LEASE })
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .executeTakeFirst()
    if (row !== undefined) return number
  }
  return null
}

async function renew(db: Db, { number, holder }: Lease, now: number): Promise<boolean> {
  const row = await db
    .insertInto('process_lease')
    .values({ number, holder, expires_at: now + LEASE })
    .onConflict((conflict) =>
      conflict
        .column('number')
        .doUpdateSet({ expires_at: now + LEASE })
        .where('process_lease.holder', '=', holder),
    )
    .returning('number')
    .executeTakeFirst()
  return row !== undefined
}

async function release(db: Db, { number, holder }: Lease): Promise<void> {
  await db
    .deleteFrom('process_lease')
    .where('number', '=', number)
    .where('holder', '=', holder)
    .execute()
}

function shuffled(numbers: number[]): number[] {
  return numbers
    .map((number) => ({ number, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ number }) => number)
}
