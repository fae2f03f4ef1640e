import { DAY, HOUR } from '../../../kernel/base/durations.ts'
import { TooManyRequests } from '../../../kernel/base/errors.ts'
import { idAt } from '../../../kernel/base/ids.ts'
import { type IpRange, networkAround } from '../../../kernel/base/ip-range.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import { BASE_ROLE_ID } from '../../roles/roles.ts'

/**
 * Maximum of sign-ups from one address or network within a day (A55), in addition to the request
 * limits.
 */
export const ADMITTED = {
  address: { most: 20, bits: { v4: 32, v6: 64 } },
  network: { most: 60, bits: { v4: 24, v6: 48 } },
} as const

/**
 * Serialises sign-ups until the end of the transaction, so that each sees the earlier ones:
 * otherwise concurrent sign-ups could exceed the limits.
 */
export async function queueSignUps(tx: Tx): Promise<void> {
  await lockRow(tx.db, 'role', BASE_ROLE_ID)
}

/**
 * @throws TooManyRequests if there were too many sign-ups from this address, or from its network
 */
export async function admitFrom(tx: Tx, ip: string): Promise<void> {
  if (!tx.config.rateLimits) return
  for (const { most, bits } of Object.values(ADMITTED)) {
    const range = networkAround(ip, bits)
    const earliest = range && (await signUpsFrom(tx, range, most))
    if (earliest) throw new TooManyRequests(earliest + DAY)
  }
}

/**
 * Time of the sign-up that uses up the limit, in ms since 1970; null if the limit is not reached.
 */
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
 * Whether the server has far more sign-ups than usual.
 * @param limit the setting `registrations.wave_limit`: sign-ups an hour; 0: never
 */
export async function isWave(tx: Tx, limit: number): Promise<boolean> {
  if (limit === 0) return false
  const row = await tx.db
    .selectFrom('local_user')
    .select('id')
    .where('id', '>=', idAt(tx.now - HOUR))
    // accounts created by the operator do not count
    .where('sign_up_ip', 'is not', null)
    .orderBy('id', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
