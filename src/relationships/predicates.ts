import { type Expression, type SqlBool, sql } from 'kysely'

/** An id: a value, a prepared query's placeholder, or a column as `sql.ref('status.account_id')`. */
export type IdOperand = string | Expression<unknown>

/** Whether one account blocks another. */
export function blocks(blocker: IdOperand, blocked: IdOperand): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from block where block.account_id = ${blocker} and block.target_id = ${blocked})`
}

/** Whether either of two accounts blocks the other: then neither sees or reaches the other. */
export function blocksEitherWay(one: IdOperand, other: IdOperand): Expression<SqlBool> {
  return sql<SqlBool>`(${blocks(one, other)} or ${blocks(other, one)})`
}

/**
 * Whether an account mutes another at a time; an expired mute is none, also before it is removed.
 *
 * @param now ms since 1970
 */
export function mutes(
  muter: IdOperand,
  muted: IdOperand,
  now: number | Expression<number>,
): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from mute where mute.account_id = ${muter} and mute.target_id = ${muted} and (mute.expires_at is null or mute.expires_at > ${now}))`
}

/** Whether an account mutes another's notifications too. @param now ms since 1970 */
export function mutesNotifications(
  muter: IdOperand,
  muted: IdOperand,
  now: number | Expression<number>,
): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from mute where mute.account_id = ${muter} and mute.target_id = ${muted} and mute.hide_notifications and (mute.expires_at is null or mute.expires_at > ${now}))`
}

/** Whether one account follows another; a request for it is none. */
export function follows(follower: IdOperand, followed: IdOperand): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from follow where follow.account_id = ${follower} and follow.target_id = ${followed})`
}

/**
 * Whether an account blocks the domain of another. That it blocks none at all is found out once for a
 * whole query, so it costs nothing for nearly everybody.
 */
export function blocksDomainOf(blocker: IdOperand, blocked: IdOperand): Expression<SqlBool> {
  const own = sql`account_domain_block where account_domain_block.account_id = ${blocker}`
  return sql<SqlBool>`(exists (select 1 from ${own}) and exists (select 1 from ${own} and account_domain_block.domain = (select theirs.domain from account as theirs where theirs.id = ${blocked})))`
}

/**
 * Whether the rows of an account are kept from a viewer's lists: either blocks the other, or the
 * viewer mutes it or blocks its domain.
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
