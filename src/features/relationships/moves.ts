import { DomainError } from '../../kernel/base/errors.ts'
import { BEFORE_ALL_IDS } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { blockAccount } from './blocks.ts'
import { hasBlocked } from './blocks-of-pair.ts'
import { type FollowInput, followAccount, removeFollow } from './follows.ts'
import { muteAccount } from './mutes.ts'
import { noteAccount } from './notes.ts'
import { findFollow, type Pair } from './queries.ts'

const MOVE = 'relationships.move'

/** accounts per transaction: each has events of its own */
const PEOPLE_AT_ONCE = 50

/** Local followers of a moved account follow the new one; blocks, mutes and notes are copied. */
export const subscriber: Subscriber = {
  record: {
    async 'account.moved'(tx, { accountId, targetId }) {
      tx.enqueue({ kind: MOVE, payload: { accountId, targetId }, uniqueKey: accountId })
    },
  },
}

export const jobs: JobHandlers = {
  [MOVE]: { run: (app, payload) => moveRelations(app, payload as unknown as Move) },
}

/** The account that moved, and its target. */
interface Move {
  accountId: string
  targetId: string
}

/** Commits each chunk, so that an interrupted job continues. */
async function moveRelations(app: App, move: Move): Promise<void> {
  for (const table of ['follow', 'block', 'mute', 'account_note'] as const) {
    let after: string | null = BEFORE_ALL_IDS
    while (after !== null) {
      const from: string = after
      after = await app.transact((tx) => moveSome(tx, table, move, from))
    }
  }
}

type Table = keyof typeof CARRY

/** @returns the last account of the chunk, or null if there are no more */
async function moveSome(tx: Tx, table: Table, move: Move, after: string): Promise<string | null> {
  const people = await peopleOf(tx.db, table, move.accountId, after)
  for (const accountId of people) await CARRY[table](tx, accountId, move)
  return people.length < PEOPLE_AT_ONCE ? null : people.at(-1)!
}

/** Local accounts with a row about an account, in order of their ids. */
async function peopleOf(db: Db, table: Table, targetId: string, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .innerJoin('local_user', 'local_user.account_id', `${table}.account_id`)
    .select(`${table}.account_id`)
    .where(`${table}.target_id`, '=', targetId)
    .where(`${table}.account_id`, '>', after)
    .orderBy(`${table}.account_id`)
    .limit(PEOPLE_AT_ONCE)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

const CARRY = {
  follow: carryFollow,
  block: carryBlock,
  mute: carryMute,
  account_note: carryNote,
}

/**
 * Copies the follower's choices; an account that may not follow the new one keeps the old follow.
 */
async function carryFollow(tx: Tx, accountId: string, move: Move): Promise<void> {
  const old = { accountId, targetId: move.accountId }
  const follow = await findFollow(tx.db, 'follow', old)
  if (follow === null || accountId === move.targetId) return
  const { show_reblogs, notify, languages } = follow
  const pair = { accountId, targetId: move.targetId }
  const choices = { show_reblogs, notify, languages }
  if (await mayFollow(tx, { ...pair, ...choices })) await removeFollow(tx, old, accountId)
}

/** Follows, unless it follows already. @returns false if a rule forbids it */
async function mayFollow(tx: Tx, input: FollowInput): Promise<boolean> {
  if (await isConnected(tx.db, input)) return true
  try {
    await followAccount(tx, input)
    return true
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return false
  }
}

async function carryBlock(tx: Tx, accountId: string, { targetId }: Move): Promise<void> {
  const pair = { accountId, targetId }
  if ((await hasBlocked(tx.db, pair)) || (await isConnected(tx.db, pair))) return
  await blockAccount(tx, pair)
}

async function carryMute(tx: Tx, accountId: string, move: Move): Promise<void> {
  const { targetId } = move
  const mute = await findMute(tx.db, { accountId, targetId: move.accountId })
  const known = await findMute(tx.db, { accountId, targetId })
  if (mute === null || known !== null || (await isConnected(tx.db, { accountId, targetId }))) return
  const { hide_notifications: hideNotifications, expires_at: expiresAt } = mute
  await muteAccount(tx, { accountId, targetId, hideNotifications, expiresAt })
}

async function carryNote(tx: Tx, accountId: string, move: Move): Promise<void> {
  const note = await findNote(tx.db, { accountId, targetId: move.accountId })
  const pair = { accountId, targetId: move.targetId }
  if (note === null || (await findNote(tx.db, pair)) !== null) return
  await noteAccount(tx, pair, note)
}

async function isConnected(db: Db, pair: Pair): Promise<boolean> {
  if ((await findFollow(db, 'follow', pair)) !== null) return true
  return (await findFollow(db, 'follow_request', pair)) !== null
}

async function findMute(db: Db, { accountId, targetId }: Pair) {
  const row = await db
    .selectFrom('mute')
    .select(['hide_notifications', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('target_id', '=', targetId)
    .executeTakeFirst()
  return row ?? null
}

async function findNote(db: Db, { accountId, targetId }: Pair): Promise<string | null> {
  const row = await db
    .selectFrom('account_note')
    .select('comment')
    .where('account_id', '=', accountId)
    .where('target_id', '=', targetId)
    .executeTakeFirst()
  return row?.comment ?? null
}
