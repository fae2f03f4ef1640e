import { randomUUID } from 'node:crypto'
import type { Database, Db } from './db/database.ts'
import { StartError } from './db/start-error.ts'
import { DomainError, StorageFull } from './errors.ts'

const NUMBERS = 32
/** ms that a number belongs to a process which has gone silent */
const LEASE = 60_000

/** A number from 0 to 31 that no other process of this database has; it goes into every id. */
export interface ProcessNumber extends AsyncDisposable {
  /** @throws StorageFull while there is none, because the disk was full at the start */
  readonly number: number
  /** there is none yet */
  readonly isPending: boolean
  /** to be awaited before ids are minted: leases the number where the disk was full until now */
  ready(): Promise<void> | undefined
}

/**
 * Leases the number and renews it until it is disposed of. On a full disk it goes without one, so that
 * reading is possible, and leases it once there is room.
 *
 * @param onLost called when another process has taken it, because this one was silent for a minute:
 *   ids minted from then on may not be unique, so it must end
 * @throws StartError if 32 processes have one already
 */
export async function leaseProcessNumber(
  database: Database,
  clock: () => number,
  onLost: () => void,
): Promise<ProcessNumber> {
  const holder = randomUUID()
  let number: number | null = null
  let leasing: Promise<void> | undefined
  const lease = async () => {
    number = await database.transaction((db) => take(db, holder, clock()))
    if (number === null) throw new StartError(ALL_TAKEN)
  }
  const ready = () => {
    if (number !== null) return undefined
    leasing ??= lease().finally(() => {
      leasing = undefined
    })
    return leasing
  }
  await lease().catch((error) => {
    if (!(error instanceof StorageFull)) throw error
  })
  const keep = async () => {
    if (number === null) return ready()
    const mine = { number, holder }
    const held = await database.transaction((db) => renew(db, mine, clock()))
    if (!held) onLost()
  }
  // an unreachable database: the next renewal tells whether the number is lost
  const renewal = setInterval(() => void keep().catch(() => {}), LEASE / 3).unref()
  return {
    get number() {
      if (number === null) throw new StorageFull()
      return number
    },
    get isPending() {
      return number === null
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

const ALL_TAKEN = `${NUMBERS} processes use this database, as many as there can be; stop one, or wait a minute if some have crashed`

/** A lease that cannot be given back, as the disk is full or the database away, ends by itself. */
function expires(error: unknown): void {
  if (!(error instanceof DomainError)) throw error
}

interface Lease {
  number: number
  holder: string
}

/** Takes one of the free numbers by chance, so that the one just given up is seldom taken again. */
async function take(db: Db, holder: string, now: number): Promise<number | null> {
  await db.deleteFrom('process_lease').where('expires_at', '<=', now).execute()
  const taken = await db.selectFrom('process_lease').select('number').execute()
  const free = new Set(Array.from({ length: NUMBERS }, (_, number) => number))
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
