import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'

/** An id: a value, a prepared query's placeholder, or a column as `sql.ref('status.account_id')`. */
export type IdOperand = string | Expression<unknown>

/** Whether one account blocks another. */
export function blocks(blocker: IdOperand, blocked: IdOperand): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from block where block.account_id = ${blocker} and block.target_id = ${blocked})`
}

/**
 * Whether one of many accounts, given as a column, blocks another. The list of blockers is read
 * once per query, as few accounts are blocked by many. A preceding check for any blocker is cheaper
 * than an empty list, and most accounts have none.
 */
export function isAmongBlockersOf(
  blocked: IdOperand,
  column: Expression<unknown>,
): Expression<SqlBool> {
  const blockers = sql`select block.account_id from block where block.target_id = ${blocked}`
  return sql<SqlBool>`(exists (${blockers}) and ${column} in (${blockers}))`
}

/** Whether either of two accounts blocks the other: then neither can see or reach the other. */
export function blocksEitherWay(one: IdOperand, other: IdOperand): Expression<SqlBool> {
  return sql<SqlBool>`(${blocks(one, other)} or ${blocks(other, one)})`
}

/**
 * Whether a row of `mute` is in force; an expired mute is not, even before its removal.
 *
 * @param now ms since 1970
 */
export function inForce(now: number | Expression<number>): Expression<SqlBool> {
  return sql<SqlBool>`(mute.expires_at is null or mute.expires_at > ${now})`
}

/**
 * Whether an account mutes another.
 *
 * @param now ms since 1970
 */
export function mutes(
  muter: IdOperand,
  muted: IdOperand,
  now: number | Expression<number>,
): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from mute where mute.account_id = ${muter} and mute.target_id = ${muted} and ${inForce(now)})`
}

/** The number of an account's mutes in force at a time, of those that are stored now. */
export function countMutes(muter: IdOperand, at: number | Expression<number>): RawBuilder<number> {
  return sql<number>`(select count(*) from mute where mute.account_id = ${muter} and ${inForce(at)})`
}

/** Whether an account mutes another's notifications too. @param now ms since 1970 */
export function mutesNotifications(
  muter: IdOperand,
  muted: IdOperand,
  now: number | Expression<number>,
): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from mute where mute.account_id = ${muter} and mute.target_id = ${muted} and mute.hide_notifications and ${inForce(now)})`
}

/** Whether one account follows another; a follow request does not count. */
export function follows(follower: IdOperand, followed: IdOperand): Expression<SqlBool> {
  // under a name of its own: the follower may be a column of `follow`
  return sql<SqlBool>`exists (select 1 from follow as made where made.account_id = ${follower} and made.target_id = ${followed})`
}

/**
 * Whether an account blocks the domain of another. The check for any domain block runs once per
 * query, so it costs nothing for the many accounts without domain blocks.
 */
export function blocksDomainOf(blocker: IdOperand, blocked: IdOperand): Expression<SqlBool> {
  const own = sql`account_domain_block where account_domain_block.account_id = ${blocker}`
  return sql<SqlBool>`(exists (select 1 from ${own}) and exists (select 1 from ${own} and account_domain_block.domain = (select theirs.domain from account as theirs where theirs.id = ${blocked})))`
}

/**
 * Whether an account is hidden from a viewer's lists: either blocks the other, or the viewer mutes
 * it or blocks its domain.
 *
 * @param now ms since 1970
 */
export function hiddenFrom(
  viewerId: IdOperand,
  account: IdOperand,
  now: number | Expression<number>,
): Expression<SqlBool> {
  return sql<SqlBool>`(${blocksEitherWay(viewerId, account)} or ${blocksDomainOf(viewerId, account)} or ${mutes(viewerId, account, now)})`
}

/**
 * Whether an account neither blocks any of many accounts, also by domain, nor mutes one. The check
 * for any block of their domains runs once per query.
 *
 * @param now ms since 1970
 */
export function refusesNone(
  db: Db,
  { ids, now }: { ids: readonly string[]; now: number | Expression<number> },
  refuser: IdOperand,
): Expression<SqlBool> {
  const domains = sql`(select theirs.domain from account as theirs where ${idIn(db, 'theirs.id', ids)} and theirs.domain is not null)`
  const blockers = sql`select 1 from account_domain_block where account_domain_block.domain in ${domains}`
  return sql<SqlBool>`(not exists (select 1 from block where block.account_id = ${refuser} and ${idIn(db, 'block.target_id', ids)})
    and not exists (select 1 from mute where mute.account_id = ${refuser} and ${idIn(db, 'mute.target_id', ids)} and ${inForce(now)})
    and not (exists (${blockers}) and exists (${blockers} and account_domain_block.account_id = ${refuser})))`
}
