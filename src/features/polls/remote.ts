import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { expectEnd } from './expiry.ts'

/** A remote poll as its author's server states it. */
export interface RemotePoll {
  options: { title: string; votes: number }[]
  multiple: boolean
  /** ms since 1970; null: no end */
  expiresAt: number | null
  /** null: not stated */
  votersCount: number | null
}

/** Inserts the poll of a remote status, under the id that the status already references. */
export async function insertRemotePoll(
  tx: Tx,
  owner: { pollId: string; statusId: string; accountId: string },
  poll: RemotePoll,
): Promise<void> {
  const { pollId } = owner
  await tx.db
    .insertInto('poll')
    .values({
      id: pollId,
      status_id: owner.statusId,
      account_id: owner.accountId,
      multiple: poll.multiple,
      hide_totals: false,
      expires_at: poll.expiresAt,
      voters_count: poll.votersCount,
      expired_notified: hasEnded(tx, poll),
      refreshed_at: tx.now,
      created_at: tx.now,
    })
    .execute()
  await insertOptions(tx, pollId, poll)
  if (!hasEnded(tx, poll)) await expectEnd(tx, pollId, poll.expiresAt)
}

/**
 * Applies a new version of a remote poll. Other options, or another kind of choice, remove all
 * votes.
 *
 * @param figures `grow`: lower counts than before arrived late, and are ignored
 */
export async function updateRemotePoll(
  tx: Tx,
  pollId: string,
  told: RemotePoll,
  figures: 'exact' | 'grow',
): Promise<void> {
  await lockRow(tx.db, 'poll', pollId)
  const before = await tx.db
    .selectFrom('poll')
    .select(['multiple', 'expires_at', 'voters_count'])
    .where('id', '=', pollId)
    .executeTakeFirst()
  if (before === undefined) return
  const options = await tx.db
    .selectFrom('poll_option')
    .select(['position', 'title', 'votes_count'])
    .where('poll_id', '=', pollId)
    .orderBy('position')
    .execute()
  const titles = (some: readonly { title: string }[]) => JSON.stringify(some.map((o) => o.title))
  const others = before.multiple !== told.multiple || titles(options) !== titles(told.options)
  const poll = figures === 'grow' && !others ? grown(told, before, options) : told
  if (others) await replaceOptions(tx, pollId, poll)
  else await writeFigures(tx, pollId, options, poll)
  const moved = before.expires_at !== poll.expiresAt
  await tx.db
    .updateTable('poll')
    .set({
      multiple: poll.multiple,
      expires_at: poll.expiresAt,
      voters_count: poll.votersCount,
      refreshed_at: tx.now,
      ...(moved && !hasEnded(tx, told) ? { expired_notified: false } : {}),
    })
    .where('id', '=', pollId)
    .execute()
  if (moved) await expectEnd(tx, pollId, poll.expiresAt)
}

function grown(
  told: RemotePoll,
  before: { voters_count: number | null },
  options: readonly { votes_count: number }[],
): RemotePoll {
  const voters = told.votersCount
  return {
    ...told,
    options: told.options.map((option, place) => ({
      ...option,
      votes: Math.max(option.votes, options[place]?.votes_count ?? 0),
    })),
    votersCount: voters === null ? null : Math.max(voters, before.voters_count ?? 0),
  }
}

async function writeFigures(
  tx: Tx,
  pollId: string,
  options: readonly { position: number; votes_count: number }[],
  poll: RemotePoll,
): Promise<void> {
  for (const { position, votes_count } of options) {
    const votes = poll.options[position]?.votes
    if (votes === undefined || votes === votes_count) continue
    await tx.db
      .updateTable('poll_option')
      .set({ votes_count: votes })
      .where('poll_id', '=', pollId)
      .where('position', '=', position)
      .execute()
  }
}

async function replaceOptions(tx: Tx, pollId: string, poll: RemotePoll): Promise<void> {
  await tx.db.deleteFrom('poll_vote').where('poll_id', '=', pollId).execute()
  await tx.db.deleteFrom('poll_option').where('poll_id', '=', pollId).execute()
  await insertOptions(tx, pollId, poll)
}

async function insertOptions(tx: Tx, pollId: string, { options }: RemotePoll): Promise<void> {
  await tx.db
    .insertInto('poll_option')
    .values(
      options.map(({ title, votes }, position) => ({
        poll_id: pollId,
        position,
        title,
        votes_count: votes,
      })),
    )
    .execute()
}

function hasEnded(tx: Tx, { expiresAt }: RemotePoll): boolean {
  return expiresAt !== null && expiresAt <= tx.now
}

/** Removes the poll of a status that no longer has one. */
export async function removePoll(tx: Tx, pollId: string): Promise<void> {
  await expectEnd(tx, pollId, null)
  await tx.db.deleteFrom('poll').where('id', '=', pollId).execute()
}
