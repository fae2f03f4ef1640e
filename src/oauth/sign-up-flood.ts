import { lockRow } from '../db/expressions.ts'
import { TooManyRequests } from '../errors.ts'
import { idAt } from '../ids.ts'
import { type IpRange, networkAround } from '../ip-range.ts'
import { BASE_ROLE_ID } from '../roles/roles.ts'
import type { Tx } from '../transact.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How many may sign up from one place within a day (A55), beside the limits for requests. */
export const ADMITTED = {
  address: { most: 20, bits: { v4: 32, v6: 64 } },
  network: { most: 60, bits: { v4: 24, v6: 48 } },
} as const

/**
 * Lets one sign-up after another look at those before it, until the end of the transaction: else many at
 * once would all find room.
 */
export async function queueSignUps(tx: Tx): Promise<void> {
  await lockRow(tx.db, 'role', BASE_ROLE_ID)
}

/** @throws TooManyRequests if too many signed up from this address, or from the network around it */
export async function admitFrom(tx: Tx, ip: string): Promise<void> {
  if (!tx.config.rateLimits) return
  for (const { most, bits } of Object.values(ADMITTED)) {
    const range = networkAround(ip, bits)
    const earliest = range && (await signUpsFrom(tx, range, most))
    if (earliest) throw new TooManyRequests(earliest + DAY)
  }
}

/** When the sign-up was made that leaves no room for another one, in ms since 1970; null if there is room. */
async function signUpsFrom(tx: Tx, { from, to }: IpRange, most: number): Promise<number | null> {
  const row = await tx.db
    .selectFrom('local_user')
    .select('created_at')
    .where('sign_up_ip_digits', '>=', from)
    .where('sign_up_ip_digits', '<=', to)
    .where('created_at', '>', tx.now - DAY)
    .orderBy('created_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/**
 * Whether far more people sign up than usual, on the whole server.
 * @param limit the setting `registrations.wave_limit`: sign-ups an hour; 0: never
 */
export async function isWave(tx: Tx, limit: number): Promise<boolean> {
  if (limit === 0) return false
  const row = await tx.db
    .selectFrom('local_user')
    .select('id')
    .where('id', '>=', idAt(tx.now - HOUR))
    // whom the operator makes does not sign up
    .where('sign_up_ip', 'is not', null)
    .orderBy('id', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
