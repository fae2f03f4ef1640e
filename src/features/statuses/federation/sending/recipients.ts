import { sql } from 'kysely'
import { isForAll } from '../../../../kernel/core/audience-rules.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { idIn } from '../../../../kernel/db/id-in.ts'
import { prepared } from '../../../../kernel/db/prepared.ts'
import { loadInboxes } from '../../../accounts/inboxes.ts'
import { accountStays } from '../../../accounts/predicates.ts'
import { loadBlockedAmong } from '../../../relationships/blocks-of-accounts.ts'
import { loadFollowerInboxes } from '../../../relationships/follower-inboxes.ts'
import { blocksDomainOf, blocksEitherWay } from '../../../relationships/predicates.ts'
import { loadRelayInboxes } from '../../../relays/relays.ts'
import type { SentStatus } from './sent-status.ts'

/** The columns of a status that say which accounts it concerns. */
interface Addressed
  extends Pick<SentStatus, 'visibility' | 'account_id' | 'in_reply_to_account_id'> {
  /** ids of mentioned accounts, without silent mentions */
  named: readonly string[]
}

const namedIn = prepared((db, p: { statusId: string }) =>
  db
    .selectFrom('mention')
    .select('account_id')
    .where('status_id', '=', p.statusId)
    .where('silent', '=', false),
)

async function addressed(db: Db, status: SentStatus): Promise<Addressed> {
  const named = await namedIn(db, { statusId: status.id })
  return { ...status, named: named.map((row) => row.account_id) }
}

/**
 * Inboxes for a new status: the author's followers, mentioned accounts and, if it is public or
 * unlisted, the account that it replies to; public ones also relays; a reply to a local account
 * also that account's followers, who see the thread.
 */
export function loadFirstInboxes(db: Db, status: Addressed): Promise<string[]> {
  return inboxesOfConcerned(db, status, (accounts) => welcome(db, status, accounts))
}

/** @param among chooses from the accounts that the status concerns */
async function inboxesOfConcerned(
  db: Db,
  status: Addressed,
  among: (accounts: string[]) => Promise<string[]>,
): Promise<string[]> {
  const { account_id: author, in_reply_to_account_id: answered, named } = status
  const others = isForAll(status) && answered !== null && answered !== author ? [answered] : []
  const authors = status.visibility === 'direct' ? [] : [author, ...others]
  return withRelays(db, status, async () => {
    const accounts = await among([...named, ...others])
    return inboxesOf(db, { accounts, authors })
  })
}

/** Inboxes for a reblog: followers, the author of the original and, if it is public, relays. */
export function loadReblogInboxes(
  db: Db,
  reblog: Pick<SentStatus, 'visibility' | 'account_id'>,
  authorId: string,
): Promise<string[]> {
  const to = { accounts: [authorId], authors: [reblog.account_id] }
  return withRelays(db, reblog, () => inboxesOf(db, to))
}

/** Adds the relays, which get what is public. */
async function withRelays(
  db: Db,
  { visibility }: Pick<SentStatus, 'visibility'>,
  load: () => Promise<string[]>,
): Promise<string[]> {
  const [inboxes, relays] = await Promise.all([
    load(),
    visibility === 'public' ? loadRelayInboxes(db) : [],
  ])
  return [...new Set([...inboxes, ...relays])]
}

/** Inboxes of accounts, and of the followers of authors; local ones included. */
async function inboxesOf(
  db: Db,
  { accounts, authors }: { accounts: readonly string[]; authors: readonly string[] },
): Promise<string[]> {
  // in turn: of many followers it takes long, and over `slowDb` each would take a connection that others need
  const found = [await loadInboxes(db, accounts)]
  for (const id of authors) found.push(await loadFollowerInboxes(db, id))
  return found.flat()
}

/**
 * The accounts without those that the author blocks or that block the author (A66), and those that are suspended, who
 * may have been named before (A117).
 */
async function welcome(
  db: Db,
  { account_id: authorId }: Pick<SentStatus, 'account_id'>,
  accounts: readonly string[],
): Promise<string[]> {
  if (accounts.length === 0) return []
  const blocked = await loadBlockedAmong(db, authorId, accounts)
  const staying = await db
    .selectFrom('account')
    .select('id')
    .where(idIn(db, 'id', accounts))
    .where(accountStays())
    .execute()
  return staying.map(({ id }) => id).filter((id) => !blocked.has(id))
}

/** Each kind of interaction with a status, with the accounts that had it. */
function everybodyTouched(db: Db, p: { statusId: string; pollId: string }) {
  const mentioned = db
    .selectFrom('mention')
    .select('mention.account_id as id')
    .where('mention.status_id', '=', p.statusId)
  const favourited = db
    .selectFrom('favourite')
    .select('favourite.account_id as id')
    .where('favourite.status_id', '=', p.statusId)
  const replied = db
    .selectFrom('status')
    .select('status.account_id as id')
    .where('status.in_reply_to_id', '=', p.statusId)
  const voted = db
    .selectFrom('poll_vote')
    .select('poll_vote.account_id as id')
    .where('poll_vote.poll_id', '=', p.pollId)
  return mentioned.union(rebloggers(db, p.statusId)).union(favourited).union(replied).union(voted)
}

/** Includes accounts that undid their reblog: the reblog was delivered. */
function rebloggers(db: Db, statusId: string) {
  return db
    .selectFrom('status')
    .select('status.account_id as id')
    .where('status.reblog_of_id', '=', statusId)
}

function touchedActors(db: Db, p: { statusId: string; pollId: string }) {
  return db
    .selectFrom('remote_actor')
    .where('remote_actor.account_id', 'in', everybodyTouched(db, p))
    .select((eb) =>
      eb.fn.coalesce('remote_actor.shared_inbox_uri', 'remote_actor.inbox_uri').as('inbox'),
    )
    .distinct()
}

const touched = prepared(touchedActors)

const touchedUnblocked = prepared(
  (db, p: { statusId: string; pollId: string; authorId: string }) => {
    const actor = sql.ref<string>('remote_actor.account_id')
    return touchedActors(db, p)
      .where((eb) => eb.not(blocksEitherWay(p.authorId, actor)))
      .where((eb) => eb.not(blocksDomainOf(p.authorId, actor)))
  },
)

const followersOfRebloggers = prepared((db, p: { statusId: string }) =>
  db
    .selectFrom('follow')
    .innerJoin('remote_actor', 'remote_actor.account_id', 'follow.account_id')
    .where('follow.target_id', 'in', rebloggers(db, p.statusId))
    .select((eb) =>
      eb.fn.coalesce('remote_actor.shared_inbox_uri', 'remote_actor.inbox_uri').as('inbox'),
    )
    .distinct(),
)

const NO_POLL = '0'

/**
 * Inboxes of all servers that may have a copy of a status: its first recipients, accounts that
 * reblogged, favourited or answered it or were mentioned in an earlier version, and the followers
 * of local accounts that reblogged it. May take long for a status with many reblogs, so call it
 * outside of transactions.
 */
export async function loadReachedInboxes(db: Db, status: SentStatus): Promise<string[]> {
  const { id: statusId, poll_id: pollId } = status
  const concerned = await addressed(db, status)
  const first = await inboxesOfConcerned(db, concerned, async (accounts) => accounts)
  const later = await touched(db, { statusId, pollId: pollId ?? NO_POLL })
  const boosted = await followersOfRebloggers(db, { statusId })
  return inboxesIn(first, later, boosted)
}

function inboxesIn(first: string[], ...found: { inbox: string }[][]): string[] {
  return [...new Set([...first, ...found.flat().map((row) => row.inbox)])]
}

/**
 * The inboxes for an Update: a status that is not public or unlisted goes only to its audience, and
 * nothing goes to accounts that the author now blocks or that block the author (A66).
 */
export async function loadUpdateInboxes(db: Db, status: SentStatus): Promise<string[]> {
  const { id: statusId, poll_id: pollId, account_id: authorId } = status
  const first = await loadFirstInboxes(db, await addressed(db, status))
  if (isForAll(status)) {
    const later = await touchedUnblocked(db, { statusId, pollId: pollId ?? NO_POLL, authorId })
    return inboxesIn(first, later, await followersOfRebloggers(db, { statusId }))
  }
  const silent = await db
    .selectFrom('mention')
    .select('account_id')
    .where('status_id', '=', status.id)
    .where('silent', '=', true)
    .execute()
  const quiet = await welcome(
    db,
    status,
    silent.map((row) => row.account_id),
  )
  return [...new Set([...first, ...(await loadInboxes(db, quiet))])]
}
