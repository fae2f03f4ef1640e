import { loadInboxes } from '../../../accounts/inboxes.ts'
import type { Db } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { loadFollowerInboxes } from '../../../relationships/follower-inboxes.ts'
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
  const { account_id, in_reply_to_account_id: answered } = status
  const accounts = (await named(db, { statusId: status.id })).map((row) => row.account_id)
  const authors = status.visibility === 'direct' ? [] : [account_id]
  if (isForAll(status) && answered !== null && answered !== account_id) {
    accounts.push(answered)
    authors.push(answered)
  }
  return inboxesOf(db, { accounts, authors, status })
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

const touched = prepared((db, p: { statusId: string; pollId: string }) =>
  db
    .selectFrom('remote_actor')
    .where('remote_actor.account_id', 'in', everybodyTouched(db, p))
    .select((eb) =>
      eb.fn.coalesce('remote_actor.shared_inbox_uri', 'remote_actor.inbox_uri').as('inbox'),
    )
    .distinct(),
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
  const first = await loadFirstInboxes(db, status)
  const later = await touched(db, { statusId, pollId: pollId ?? NO_POLL })
  const boosted = await followersOfRebloggers(db, { statusId })
  return [...new Set([...first, ...[...later, ...boosted].map((row) => row.inbox)])]
}

/** The same for what says something new: what is not for all goes only to those it is for. */
export async function loadUpdateInboxes(db: Db, status: SentStatus): Promise<string[]> {
  if (isForAll(status)) return loadReachedInboxes(db, status)
  const first = await loadFirstInboxes(db, status)
  const silent = await db
    .selectFrom('mention')
    .select('account_id')
    .where('status_id', '=', status.id)
    .where('silent', '=', true)
    .execute()
  const quiet = silent.map((row) => row.account_id)
  return [...new Set([...first, ...(await loadInboxes(db, quiet))])]
}
