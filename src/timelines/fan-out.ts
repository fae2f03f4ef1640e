import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { idValue } from '../db/expressions.ts'
import { idIn } from '../db/id-in.ts'
import type { Db } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import type { Subscriber } from '../subscriber.ts'
import type { Tx } from '../transact.ts'
import { dropEntriesBy, mergeInto } from './merge.ts'

/** Followers served in the transaction itself; a job goes on with the rest. */
const FOLLOWERS_AT_ONCE = 1000

/** What fan-out needs to know of a status, or of a reblog and its original. */
interface Delivered {
  id: string
  account_id: string
  visibility: string
  language: string | null
  in_reply_to_account_id: string | null
  reblog_of_id: string | null
  reblog_of_author_id: string | null
}

/** Keeps home timelines: stored rows, written when a status is. */
export const subscriber: Subscriber = {
  record: {
    async 'status.created'(tx, { statusId }) {
      const status = await findDelivered(tx.db, statusId)
      if (status === null) return
      await insertOwnEntry(tx.db, status)
      await deliverHome(tx, status, null)
    },
    async 'follow.created'(tx, { accountId, targetId }) {
      await mergeInto(tx, accountId, targetId)
    },
    async 'follow.removed'(tx, { accountId, targetId }) {
      await dropEntriesBy(tx.db, accountId, targetId, { reblogsToo: false })
    },
    async 'block.created'(tx, { accountId, targetId }) {
      await dropEntriesBy(tx.db, accountId, targetId, { reblogsToo: true })
      await dropEntriesBy(tx.db, targetId, accountId, { reblogsToo: true })
    },
    async 'mute.created'(tx, { accountId, targetId }) {
      await dropEntriesBy(tx.db, accountId, targetId, { reblogsToo: true })
    },
    async 'mute.removed'(tx, { accountId, targetId }) {
      if (await follows(tx.db, accountId, targetId)) await mergeInto(tx, accountId, targetId)
    },
  },
}

export const jobs: JobHandlers = {
  'home.deliver': {
    async run(app, payload) {
      await app.transact(async (tx) => {
        const status = await findDelivered(tx.db, String(payload.statusId))
        if (status !== null) await deliverHome(tx, status, String(payload.after))
      })
    },
  },
}

async function findDelivered(db: Db, statusId: string): Promise<Delivered | null> {
  const row = await db
    .selectFrom('status')
    .leftJoin('status as original', 'original.id', 'status.reblog_of_id')
    .select([
      'status.id',
      'status.account_id',
      'status.visibility',
      'status.language',
      'status.in_reply_to_account_id',
      'status.reblog_of_id',
      'original.account_id as reblog_of_author_id',
    ])
    .where('status.id', '=', statusId)
    .where('status.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

async function insertOwnEntry(db: Db, status: Delivered): Promise<void> {
  await db
    .insertInto('home_entry')
    .columns(ENTRY_COLUMNS)
    .expression((eb) =>
      eb
        .selectFrom('local_user')
        .select(['local_user.account_id as account_id', ...entry(db, status)])
        .where('local_user.account_id', '=', status.account_id),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'status_id']).doNothing())
    .execute()
}

const ENTRY_COLUMNS = [
  'account_id',
  'status_id',
  'author_id',
  'reblog_of_id',
  'reblog_of_author_id',
] as const

function entry(db: Db, status: Delivered) {
  const id = (value: string | null) => (value === null ? sql<string | null>`null` : (idValue(db, value) as RawBuilder<string | null>))
  return [
    idValue(db, status.id).as('status_id'),
    idValue(db, status.account_id).as('author_id'),
    id(status.reblog_of_id).as('reblog_of_id'),
    id(status.reblog_of_author_id).as('reblog_of_author_id'),
  ] as const
}

/**
 * Adds a status to the home timelines of the author's local followers, in chunks.
 *
 * @param after id of the last follower that was served; null to begin
 */
async function deliverHome(tx: Tx, status: Delivered, after: string | null): Promise<void> {
  const upTo = await chunkEnd(tx.db, status.account_id, after)
  await insertEntries(tx, status, { after, upTo })
  tx.emit({ type: 'home.delivered', statusId: status.id, after, upTo })
  if (upTo !== null) {
    tx.enqueue({ kind: 'home.deliver', payload: { statusId: status.id, after: upTo } })
  }
}

/** The follower at which this chunk ends, or null if it reaches the last one. */
async function chunkEnd(db: Db, authorId: string, after: string | null): Promise<string | null> {
  const row = await db
    .selectFrom('follow')
    .select('account_id')
    .where('target_id', '=', authorId)
    .$if(after !== null, (query) => query.where('account_id', '>', after!))
    .orderBy('account_id')
    .offset(FOLLOWERS_AT_ONCE - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.account_id ?? null
}

async function insertEntries(
  tx: Tx,
  status: Delivered,
  chunk: { after: string | null; upTo: string | null },
): Promise<void> {
  const unwanted = await languageRefusers(tx.db, status)
  let followers = selectFollowers(tx, status)
  if (chunk.after !== null) followers = followers.where('follow.account_id', '>', chunk.after)
  if (chunk.upTo !== null) followers = followers.where('follow.account_id', '<=', chunk.upTo)
  if (unwanted.length > 0) {
    followers = followers.where((eb) => eb.not(idIn(tx.db, 'follow.account_id', unwanted)))
  }
  await tx.db
    .insertInto('home_entry')
    .columns(ENTRY_COLUMNS)
    .expression(followers.select(['follow.account_id as account_id', ...entry(tx.db, status)]))
    .onConflict((conflict) => conflict.columns(['account_id', 'status_id']).doNothing())
    .execute()
}

/** The local followers whose home timeline a status belongs to (S-320). */
function selectFollowers(tx: Tx, status: Delivered) {
  return tx.db
    .selectFrom('follow')
    .innerJoin('local_user', 'local_user.account_id', 'follow.account_id')
    .where('follow.target_id', '=', status.account_id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('home_pause')
            .select(sql.lit(1).as('one'))
            .whereRef('home_pause.account_id', '=', 'follow.account_id'),
        ),
      ),
    )
    .where((eb) => eb.not(mutes(eb, status.account_id, tx.now)))
    .$if(status.visibility === 'direct', (query) => query.where((eb) => isMentioned(eb, status.id)))
    .$if(status.reblog_of_author_id !== null, (query) =>
      query
        .where('follow.show_reblogs', '=', true)
        .where((eb) =>
          eb.and([
            eb.not(mutes(eb, status.reblog_of_author_id!, tx.now)),
            eb.not(blocks(eb, status.reblog_of_author_id!)),
          ]),
        ),
    )
    .$if(repliesToOther(status), (query) =>
      query.where((eb) =>
        eb.or([
          eb('follow.account_id', '=', status.in_reply_to_account_id!),
          eb.exists(
            eb
              .selectFrom('follow as other')
              .select(sql.lit(1).as('one'))
              .whereRef('other.account_id', '=', 'follow.account_id')
              .where('other.target_id', '=', status.in_reply_to_account_id!),
          ),
        ]),
      ),
    )
}

type FollowBuilder = ExpressionBuilder<Schema, 'follow' | 'local_user'>

function mutes(eb: FollowBuilder, targetId: string, now: number) {
  return eb.exists(
    eb
      .selectFrom('mute')
      .select(sql.lit(1).as('one'))
      .whereRef('mute.account_id', '=', 'follow.account_id')
      .where('mute.target_id', '=', targetId)
      .where((mute) =>
        mute.or([mute('mute.expires_at', 'is', null), mute('mute.expires_at', '>', now)]),
      ),
  )
}

/** One of the two blocks the other. */
function blocks(eb: FollowBuilder, targetId: string) {
  const between = (from: 'account_id' | 'target_id', to: 'account_id' | 'target_id') =>
    eb.exists(
      eb
        .selectFrom('block')
        .select(sql.lit(1).as('one'))
        .whereRef(`block.${from}`, '=', 'follow.account_id')
        .where(`block.${to}`, '=', targetId),
    )
  return eb.or([between('account_id', 'target_id'), between('target_id', 'account_id')])
}

function isMentioned(eb: FollowBuilder, statusId: string) {
  return eb.exists(
    eb
      .selectFrom('mention')
      .select(sql.lit(1).as('one'))
      .where('mention.status_id', '=', statusId)
      .whereRef('mention.account_id', '=', 'follow.account_id'),
  )
}

function repliesToOther(status: Delivered): boolean {
  const to = status.in_reply_to_account_id
  return to !== null && to !== status.account_id
}

/** Followers who chose languages for this author, and not this one (S-283); they are few. */
async function languageRefusers(db: Db, status: Delivered): Promise<string[]> {
  const { language } = status
  if (language === null) return []
  const rows = await db
    .selectFrom('follow')
    .select(['account_id', 'languages'])
    .where('target_id', '=', status.account_id)
    .where('languages', 'is not', null)
    .execute()
  return rows
    .filter((row) => row.languages !== null && row.languages.length > 0)
    .filter((row) => !row.languages!.includes(language))
    .map((row) => row.account_id)
}

async function follows(db: Db, accountId: string, targetId: string): Promise<boolean> {
  const row = await db
    .selectFrom('follow')
    .select('id')
    .where('account_id', '=', accountId)
    .where('target_id', '=', targetId)
    .executeTakeFirst()
  return row !== undefined
}
