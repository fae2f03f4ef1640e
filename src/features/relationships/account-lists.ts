import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { type Page, preparedPage } from '../../kernel/db/pagination.ts'
import { accountIsShown, accountStays } from '../accounts/predicates.ts'
import { hiddenFrom, inForce } from './predicates.ts'

/** An entry of a list of accounts: cursors are ids of the relation's own rows (S-041). */
export interface ListedAccount {
  cursor: string
  id: string
}

type Listing = (db: Db, page: Page, accountId: string, viewer: Asking) => Promise<ListedAccount[]>

/** The viewer of a list and the time (ms since 1970). */
interface Asking {
  viewerId: string | null
  now: number
}

type Side = 'account_id' | 'target_id'

/**
 * Accounts at the other end of an account's follows. Suspended accounts are left out, and for
 * another account's list also accounts that the viewer blocks or mutes, or that block the viewer.
 *
 * @param own the side of the follow that the account is on
 */
function followListing(own: Side): Listing {
  const other: Side = own === 'account_id' ? 'target_id' : 'account_id'
  const all = (db: Db, p: { accountId: string }) =>
    db
      .selectFrom('follow')
      .innerJoin('account', 'account.id', `follow.${other}`)
      .where(`follow.${own}`, '=', p.accountId)
      .where(accountIsShown())
      .select(['follow.id as cursor', 'account.id'])
  const everybody = preparedPage('follow.id', all)
  const wanted = preparedPage(
    'follow.id',
    (db, p: { accountId: string; viewerId: string; now: number }) =>
      all(db, p).where(sql<boolean>`not ${hiddenFrom(p.viewerId, sql.ref('account.id'), p.now)}`),
  )
  return (db, page, accountId, { viewerId, now }) =>
    viewerId === null || viewerId === accountId
      ? everybody(db, { accountId }, page)
      : wanted(db, { accountId, viewerId, now }, page)
}

export const pageOfFollowers = followListing('target_id')
export const pageOfFollowing = followListing('account_id')

/** Accounts that request to follow an account. */
export const pageOfFollowRequests = preparedPage(
  'follow_request.id',
  (db, p: { accountId: string }) =>
    db
      .selectFrom('follow_request')
      .innerJoin('account', 'account.id', 'follow_request.account_id')
      .where('follow_request.target_id', '=', p.accountId)
      .where(accountStays())
      .select(['follow_request.id as cursor', 'account.id']),
)

/** Accounts that an account blocks. */
export const pageOfBlocks = preparedPage('block.id', (db, p: { accountId: string }) =>
  db
    .selectFrom('block')
    .innerJoin('account', 'account.id', 'block.target_id')
    .where('block.account_id', '=', p.accountId)
    .where(accountStays())
    .select(['block.id as cursor', 'account.id']),
)

/** Accounts that an account mutes now, with the end of the mute (ms since 1970, or null). */
export const pageOfMutes = preparedPage('mute.id', (db, p: { accountId: string; now: number }) =>
  db
    .selectFrom('mute')
    .innerJoin('account', 'account.id', 'mute.target_id')
    .where('mute.account_id', '=', p.accountId)
    .where(inForce(p.now))
    .where(accountStays())
    .select(['mute.id as cursor', 'account.id', 'mute.expires_at']),
)

/**
 * Federation ids of the accounts at the other end, for other servers; no viewer, so no account is
 * left out.
 */
function uriListing(own: Side) {
  const other: Side = own === 'account_id' ? 'target_id' : 'account_id'
  return preparedPage('follow.id', (db, p: { accountId: string }) =>
    db
      .selectFrom('follow')
      .innerJoin('account', 'account.id', `follow.${other}`)
      .where(`follow.${own}`, '=', p.accountId)
      .where(accountIsShown())
      .select(['follow.id as cursor', 'account.uri']),
  )
}

export const pageOfFollowerUris = uriListing('target_id')
export const pageOfFollowingUris = uriListing('account_id')
