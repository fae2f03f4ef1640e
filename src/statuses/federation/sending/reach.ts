import { sql } from 'kysely'
import { loadInboxes } from '../../../accounts/inboxes.ts'
import type { Db } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { loadBlockedAmong } from '../../../relationships/blocked-among.ts'
import { loadFollowerInboxes } from '../../../relationships/follower-inboxes.ts'
import { blocksDomainOf, blocksEitherWay } from '../../../relationships/predicates.ts'
import { loadRelayInboxes } from '../../../relays/relays.ts'
import { isForAll, type SentStatus } from './sent.ts'

const named = prepared((db, p: { statusId: string }) =>
  db
    .selectFrom('mention')
    .select('account_id')
    .where('status_id', '=', p.statusId)
    .where('silent', '=', false),
)

/**
 * Where a new status goes: to the author's followers, to whom it names and, if it is for all, to
 * whom it answers; what is public also to relays; an answer to somebody here also to their followers, who see the thread.
 */
export async function loadFirstInboxes(db: Db, status: SentStatus): Promise<string[]> {
  const { accounts, authors } = await concerned(db, status)
  return inboxesOf(db, { accounts: await unblocked(db, status, accounts), authors, status })
}

/** The accounts that a status concerns, and the authors whose followers it concerns. */
async function concerned(db: Db, status: SentStatus) {
  const { account_id, in_reply_to_account_id: answered } = status
  const accounts = (await named(db, { statusId: status.id })).map((row) => row.account_id)
  const authors = status.visibility === 'direct' ? [] : [account_id]
  if (isForAll(status) && answered !== null && answered !== account_id) {
    accounts.push(answered)
    authors.push(answered)
  }
  return { accounts, authors }
}

/** Where a reblog goes: to the followers, to the author of the original and, if it is public, to relays. */
export async function loadReblogInboxes(
  db: Db,
  reblog: SentStatus,
  authorId: string,
): Promise<string[]> {
  return inboxesOf(db, { accounts: [authorId], authors: [reblog.account_id], status: reblog })
}

/** Inboxes of accounts, of the followers of authors and, for what is public, of relays, local ones included, each once. */
async function inboxesOf(
  db: Db,
  {
    accounts,
    authors,
    status,
  }: { accounts: readonly string[]; authors: readonly string[]; status: SentStatus },
): Promise<string[]> {
  const found = [await loadInboxes(db, accounts)]
  for (const id of authors) found.push(await loadFollowerInboxes(db, id))
  if (status.visibility === 'public') found.push(await loadRelayInboxes(db))
  return [...new Set(found.flat())]
}

/** The accounts without those that the author blocks, or that block the author (A66). */
async function unblocked(
  db: Db,
  { account_id: authorId }: SentStatus,
  accounts: readonly string[],
): Promise<string[]> {
  const blocked = await loadBlockedAmong(db, authorId, accounts)
  return accounts.filter((id) => !blocked.has(id))
}

/** How people came across a status, each with the accounts that did. */
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

/** Also those who took their reblog back: it was out. */
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
 * Where a status has been by now: where it went first, to those who boosted, favourited, answered
 * or were named in an earlier version, and to the followers of those here who boosted it. May take
 * long for what many boosted, so it is asked outside of transactions.
 */
export async function loadReachedInboxes(db: Db, status: SentStatus): Promise<string[]> {
  const { id: statusId, poll_id: pollId } = status
  const first = await inboxesOf(db, { ...(await concerned(db, status)), status })
  const later = await touched(db, { statusId, pollId: pollId ?? NO_POLL })
  const boosted = await followersOfRebloggers(db, { statusId })
  return inboxesIn(first, later, boosted)
}

function inboxesIn(first: string[], ...found: { inbox: string }[][]): string[] {
  return [...new Set([...first, ...found.flat().map((row) => row.inbox)])]
}

/**
 * The same for what says something new: what is not for all goes only to those it is for, and nothing
 * to those whom the author blocks, or who block the author, by now (A66).
 */
export async function loadUpdateInboxes(db: Db, status: SentStatus): Promise<string[]> {
  const { id: statusId, poll_id: pollId, account_id: authorId } = status
  const first = await loadFirstInboxes(db, status)
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
  const quiet = await unblocked(
    db,
    status,
    silent.map((row) => row.account_id),
  )
  return [...new Set([...first, ...(await loadInboxes(db, quiet))])]
}
