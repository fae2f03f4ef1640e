import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type Page, preparedPage } from '../db/pagination.ts'
import { hiddenFrom } from './predicates.ts'

/** An entry of a list of accounts: cursors are ids of the relation's own rows (S-041). */
export interface ListedAccount {
  cursor: string
  id: string
}

type Listing = (db: Db, page: Page, accountId: string, viewer: Asking) => Promise<ListedAccount[]>

/** Who looks at somebody's list, and when (ms since 1970). */
interface Asking {
  viewerId: string | null
  now: number
}

type Side = 'account_id' | 'target_id'

/**
 * Who is at the other end of an account's follows. Suspended people are left out, and for somebody
 * else's list also those whom the viewer blocks or mutes or who block the viewer.
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
      .where('account.activated_at', 'is not', null)
      .where('account.suspended_at', 'is', null)
      .where('account.deleted_at', 'is', null)
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

/** Who asks to follow an account. */
export const pageOfFollowRequests = preparedPage(
  'follow_request.id',
  (db, p: { accountId: string }) =>
    db
      .selectFrom('follow_request')
      .innerJoin('account', 'account.id', 'follow_request.account_id')
      .where('follow_request.target_id', '=', p.accountId)
      .where('account.suspended_at', 'is', null)
      .where('account.deleted_at', 'is', null)
      .select(['follow_request.id as cursor', 'account.id']),
)

/** Whom an account blocks. */
export const pageOfBlocks = preparedPage('block.id', (db, p: { accountId: string }) =>
  db
    .selectFrom('block')
    .innerJoin('account', 'account.id', 'block.target_id')
    .where('block.account_id', '=', p.accountId)
    .where('account.suspended_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .select(['block.id as cursor', 'account.id']),
)

/** Whom an account mutes now, and until when (ms since 1970, or null). */
export const pageOfMutes = preparedPage('mute.id', (db, p: { accountId: string; now: number }) =>
  db
    .selectFrom('mute')
    .innerJoin('account', 'account.id', 'mute.target_id')
    .where('mute.account_id', '=', p.accountId)
    .where((eb) => eb.or([eb('mute.expires_at', 'is', null), eb('mute.expires_at', '>', p.now)]))
    .where('account.suspended_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .select(['mute.id as cursor', 'account.id', 'mute.expires_at']),
)

/** Federation ids of whoever is at the other end, for other servers: nobody is left out for a viewer. */
function uriListing(own: Side) {
  const other: Side = own === 'account_id' ? 'target_id' : 'account_id'
  return preparedPage('follow.id', (db, p: { accountId: string }) =>
    db
      .selectFrom('follow')
      .innerJoin('account', 'account.id', `follow.${other}`)
      .where(`follow.${own}`, '=', p.accountId)
      .where('account.activated_at', 'is not', null)
      .where('account.suspended_at', 'is', null)
      .where('account.deleted_at', 'is', null)
      .select(['follow.id as cursor', 'account.uri']),
  )
}

export const pageOfFollowerUris = uriListing('target_id')
export const pageOfFollowingUris = uriListing('account_id')
