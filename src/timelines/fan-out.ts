import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idValue } from '../db/expressions.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import type { Subscriber } from '../subscriber.ts'
import type { Tx } from '../transact.ts'
import { type Delivered, selectDelivered } from './delivered.ts'
import { type Chunk, selectReceivers } from './followers.ts'
import { dropEntries, mergeInto } from './merge.ts'
import { showsLately } from './repeats.ts'

/** Followers served in the transaction itself; a job goes on with the rest. */
const FOLLOWERS_AT_ONCE = 1000

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
      await dropEntries(tx.db, accountId, targetId, 'by')
    },
    async 'block.created'(tx, { accountId, targetId }) {
      await dropEntries(tx.db, accountId, targetId, 'with')
      await dropEntries(tx.db, targetId, accountId, 'of')
    },
    async 'mute.created'(tx, { accountId, targetId }) {
      await dropEntries(tx.db, accountId, targetId, 'with')
    },
    async 'mute.removed'(tx, { accountId, targetId }) {
      await mergeInto(tx, accountId, targetId)
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
  const row = await selectDelivered(db).where('status.id', '=', statusId).executeTakeFirst()
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
        .where('local_user.account_id', '=', status.account_id)
        .$if(status.reblog_of_id !== null, (query) =>
          query.where(({ not }) =>
            not(showsLately(sql.ref('local_user.account_id'), status.reblog_of_id!)),
          ),
        ),
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
  const id = (value: string | null) =>
    value === null ? sql<string | null>`null` : (idValue(db, value) as RawBuilder<string | null>)
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

async function insertEntries(tx: Tx, status: Delivered, chunk: Chunk): Promise<void> {
  const receivers = await selectReceivers(tx, status, chunk)
  await tx.db
    .insertInto('home_entry')
    .columns(ENTRY_COLUMNS)
    .expression(receivers.select(['follow.account_id as account_id', ...entry(tx.db, status)]))
    .onConflict((conflict) => conflict.columns(['account_id', 'status_id']).doNothing())
    .execute()
}
