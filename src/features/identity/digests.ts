import { DAY } from '../../kernel/base/durations.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { accountIsShown } from '../accounts/predicates.ts'
import { scheduleDigest } from './digest-schedule.ts'

/** The choices of a person: days between two digests; 0: none. */
export const DIGEST_DAYS = [0, 7, 30] as const
export type DigestDays = (typeof DIGEST_DAYS)[number]

export async function findDigestDays(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('local_user')
    .select('digest_days')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.digest_days ?? 0
}

/** Changes how often somebody is told what they missed; doing it again changes nothing. */
export async function changeDigestDays(tx: Tx, userId: string, days: DigestDays): Promise<void> {
  await tx.db
    .updateTable('local_user')
    .set({ digest_days: days, digest_due_day: days === 0 ? null : 0 })
    .where('id', '=', userId)
    .where('digest_days', '!=', days)
    .execute()
}

/**
 * Looks at some of the users whose day has come, by the index of these days, and puts each off until
 * the next one.
 *
 * @param after days away after which people are told
 * @returns how many it looked at, and the ids of the users who are to be told
 */
export async function takeDueDigests(
  tx: Tx,
  { after, most }: { after: number; most: number },
): Promise<{ looked: number; userIds: string[] }> {
  const today = Math.floor(tx.now / DAY)
  const due = await tx.db
    .selectFrom('local_user')
    .select(['id', 'created_at', 'last_active_day', 'digest_days', 'digest_sent_at'])
    .where('digest_due_day', '<=', today)
    .orderBy('digest_due_day')
    .orderBy('id')
    .limit(most)
    .execute()
  const userIds: string[] = []
  for (const user of due) {
    const { isDue, next } = scheduleDigest({
      today,
      after,
      lastActive: user.last_active_day ?? Math.floor(user.created_at / DAY),
      every: user.digest_days,
      sent: user.digest_sent_at === null ? null : Math.floor(user.digest_sent_at / DAY),
    })
    await tx.db
      .updateTable('local_user')
      .set({ digest_due_day: next })
      .where('id', '=', user.id)
      .execute()
    if (isDue) userIds.push(user.id)
  }
  return { looked: due.length, userIds }
}

/** A user who may be told now what they missed. */
export interface DigestReader {
  userId: string
  accountId: string
  username: string
  email: string
  locale: string
  /** ms since 1970: what came before is known, from a visit or from the last digest */
  since: number
  /** ms since 1970 of the last digest */
  sentAt: number | null
}

/** @param days after which people are told @returns null if the user is back, or wants or may get no mails */
export async function findDigestReader(
  { db }: { db: Db },
  userId: string,
  { today, after }: { today: number; after: number },
): Promise<DigestReader | null> {
  const row = await db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .where('local_user.id', '=', userId)
    .where('local_user.digest_days', '>', 0)
    .where('local_user.disabled', '=', false)
    .where('local_user.confirmed_at', 'is not', null)
    .where('local_user.mail_failed_at', 'is', null)
    .where('account.memorial', '=', false)
    .where(accountIsShown())
    .select(['account.id as accountId', 'account.username', 'local_user.email'])
    .select(['local_user.locale', 'local_user.last_active_day', 'local_user.created_at'])
    .select('local_user.digest_sent_at as sentAt')
    .executeTakeFirst()
  if (row === undefined) return null
  const { last_active_day, created_at, ...reader } = row
  const lastActive = last_active_day ?? Math.floor(created_at / DAY)
  if (today - lastActive < after) return null
  return { ...reader, userId, since: Math.max(lastActive * DAY, row.sentAt ?? 0) }
}

/**
 * Claims the digest of a day before it is sent, so that a crash or a second process sends none
 * rather than two.
 *
 * @returns the time of the claim, in ms since 1970; null if it was claimed already
 */
export async function claimDigest(tx: Tx, userId: string, day: number): Promise<number | null> {
  const claimed = await tx.db
    .updateTable('local_user')
    .set({ digest_sent_at: tx.now })
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('digest_sent_at', 'is', null), eb('digest_sent_at', '<', day * DAY)]))
    .returning('id')
    .executeTakeFirst()
  return claimed === undefined ? null : tx.now
}

/** Takes a claim back, as the mail server did not take the mail. */
export async function releaseDigest(
  tx: Tx,
  userId: string,
  { claimedAt, before }: { claimedAt: number; before: number | null },
): Promise<void> {
  await tx.db
    .updateTable('local_user')
    .set({ digest_sent_at: before })
    .where('id', '=', userId)
    .where('digest_sent_at', '=', claimedAt)
    .execute()
}
