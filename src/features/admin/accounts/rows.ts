import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'

export type AdminAccountRow = Awaited<ReturnType<typeof loadRows>>[number]

/** Accounts with their users and inviters; columns of users are null where there is none. */
export async function loadRows(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('account')
    .leftJoin('local_user', 'local_user.account_id', 'account.id')
    .leftJoin('invite_use', 'invite_use.user_id', 'local_user.id')
    .leftJoin('invite', 'invite.id', 'invite_use.invite_id')
    .leftJoin('local_user as inviter', 'inviter.id', 'invite.user_id')
    .where(idIn(db, 'account.id', ids))
    .select(['account.id', 'account.username', 'account.domain', 'account.created_at'])
    .select(['account.suspended_at', 'account.silenced_at', 'account.sensitized_at'])
    .select(['local_user.id as user_id', 'local_user.email', 'local_user.confirmed_at'])
    .select(['local_user.disabled', 'local_user.approved', 'local_user.locale'])
    .select(['local_user.sign_up_reason', 'local_user.sign_up_ip', 'local_user.role_id'])
    .select(['local_user.application_id', 'local_user.created_at as signed_up_at'])
    .select('inviter.account_id as invited_by_id')
    .execute()
}

/** An IP address from which a user used the server. */
export interface UsedAddress {
  ip: string
  /** ms since 1970 of the last use */
  usedAt: number
}

/**
 * IP addresses of users, by user id: of the sign-up and of the current sessions, most recently used
 * first.
 */
export async function loadAddresses(
  db: Db,
  rows: readonly AdminAccountRow[],
): Promise<Map<string, UsedAddress[]>> {
  const userIds = rows.flatMap(({ user_id }) => user_id ?? [])
  if (userIds.length === 0) return new Map()
  const sessions = await db
    .selectFrom('session')
    .where(idIn(db, 'user_id', userIds))
    .where('ip', 'is not', null)
    .groupBy(['user_id', 'ip'])
    .select((eb) => ['user_id', 'ip', eb.fn.max('last_used_at').as('used_at')])
    .execute()
  const found = new Map<string, Map<string, number>>()
  const note = (userId: string, ip: string | null, usedAt: number) => {
    if (ip === null) return
    const ofUser = found.getOrInsertComputed(userId, () => new Map<string, number>())
    ofUser.set(ip, Math.max(ofUser.get(ip) ?? 0, usedAt))
  }
  for (const { user_id, ip, used_at } of sessions) note(user_id, ip, used_at)
  for (const row of rows) {
    if (row.user_id !== null) note(row.user_id, row.sign_up_ip, row.signed_up_at ?? 0)
  }
  return new Map([...found].map(([userId, ips]) => [userId, newestFirst(ips)]))
}

function newestFirst(ips: Map<string, number>): UsedAddress[] {
  return [...ips]
    .map(([ip, usedAt]) => ({ ip, usedAt }))
    .toSorted((one, other) => other.usedAt - one.usedAt)
}
