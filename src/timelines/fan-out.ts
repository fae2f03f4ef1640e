import { type Expression, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idValue } from '../db/expressions.ts'
import { prepared } from '../db/prepared.ts'
import { BEFORE_ALL_IDS } from '../ids.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { findNews } from '../statuses/news.ts'
import type { Subscriber } from '../subscriber.ts'
import type { Tx } from '../transact.ts'
import { type Delivered, involvedIn, loadInvolved, selectDelivered } from './delivered.ts'
import { enqueueDropOfDomain } from './drop-domain.ts'
import {
  type Chunk,
  type Involving,
  type Receivers,
  receiversOf,
  type Shape,
  selectReceivers,
  shapeOf,
} from './followers.ts'
import { dropEntries, mergeInto } from './merge.ts'
import { showsLately } from './repeats.ts'

/** Followers served in the transaction itself; a job goes on with the rest. */
const FOLLOWERS_AT_ONCE = 1000

/** Keeps home timelines: stored rows, written when a status is. */
export const subscriber: Subscriber = {
  record: {
    async 'status.created'(tx, { statusId, live }) {
      const status = live ? await findNews(tx, statusId) : null
      if (status === null) return
      if (status.local) await insertOwnEntry(tx.db, status)
      await deliverHome(tx, { ...status, involved: involvedIn(status, status.named) }, null)
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
    async 'account_domain.blocked'(tx, block) {
      enqueueDropOfDomain(tx, block)
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

async function findDelivered(db: Db, statusId: string): Promise<Involving | null> {
  const [status] = await selectDelivered(db).where('status.id', '=', statusId).execute()
  if (status === undefined) return null
  return { ...status, involved: (await loadInvolved(db, [status])).get(statusId)! }
}

async function insertOwnEntry(db: Db, status: Delivered): Promise<void> {
  const { id: statusId, account_id: authorId } = status
  const { reblog_of_id: reblogOfId, reblog_of_author_id: reblogOfAuthorId } = status
  const insert = reblogOfId === null ? ownEntry.plain : ownEntry.reblog
  await insert(db, { statusId, authorId, reblogOfId, reblogOfAuthorId })
}

const ownEntry = {
  plain: prepared((db, p: Entry) => intoHomes(db, selectOwn(db, p).select(entry(db, p)))),
  reblog: prepared((db, p: Entry) => {
    const isShown = showsLately(sql.ref('local_user.account_id'), p.reblogOfId!)
    return intoHomes(
      db,
      selectOwn(db, p)
        .where(({ not }) => not(isShown))
        .select(entry(db, p)),
    )
  }),
}

function selectOwn(db: Db, { authorId }: Entry) {
  return db
    .selectFrom('local_user')
    .select('local_user.account_id as account_id')
    .where('local_user.account_id', '=', authorId)
}

interface Entry {
  statusId: string
  authorId: string
  reblogOfId: string | null
  reblogOfAuthorId: string | null
}

/** @param rows of accounts, each with the `entry` that it gets */
function intoHomes(db: Db, rows: Expression<unknown>) {
  return db
    .insertInto('home_entry')
    .columns(['account_id', 'status_id', 'author_id', 'reblog_of_id', 'reblog_of_author_id'])
    .expression(rows as Expression<never>)
    .onConflict((conflict) => conflict.columns(['account_id', 'status_id']).doNothing())
}

function entry(db: Db, { statusId, authorId, reblogOfId, reblogOfAuthorId }: Entry) {
  return [
    idValue(db, statusId).as('status_id'),
    idValue(db, authorId).as('author_id'),
    idValue(db, reblogOfId as string).as('reblog_of_id'),
    idValue(db, reblogOfAuthorId as string).as('reblog_of_author_id'),
  ] as const
}

/**
 * Adds a status to the home timelines of the author's local followers, in chunks.
 *
 * @param after id of the last follower that was served; null to begin
 */
async function deliverHome(tx: Tx, status: Involving, after: string | null): Promise<void> {
  const upTo = await chunkEnd(tx.db, status.account_id, after)
  await insertEntries(tx, status, { after, upTo })
  tx.emit({ type: 'home.delivered', statusId: status.id, after, upTo })
  if (upTo !== null) {
    tx.enqueue({ kind: 'home.deliver', payload: { statusId: status.id, after: upTo } })
  }
}

const followerAt = prepared((db, p: { authorId: string; after: string }) =>
  db
    .selectFrom('follow')
    .select('account_id')
    .where('target_id', '=', p.authorId)
    .where('account_id', '>', p.after)
    .orderBy('account_id')
    .offset(FOLLOWERS_AT_ONCE - 1)
    .limit(1),
)

/** The follower at which this chunk ends, or null if it reaches the last one. */
async function chunkEnd(db: Db, authorId: string, after: string | null): Promise<string | null> {
  const [row] = await followerAt(db, { authorId, after: after ?? BEFORE_ALL_IDS })
  return row?.account_id ?? null
}

const entries = {
  plain: entriesOf('plain'),
  reply: entriesOf('reply'),
  direct: entriesOf('direct'),
  'direct reply': entriesOf('direct reply'),
  reblog: entriesOf('reblog'),
} satisfies Record<Shape, unknown>

function entriesOf(shape: Shape) {
  return prepared((db, p: Receivers) =>
    intoHomes(db, selectReceivers(db, p, shape).select(entry(db, p))),
  )
}

async function insertEntries(tx: Tx, status: Involving, chunk: Chunk): Promise<void> {
  await entries[shapeOf(status)](tx.db, await receiversOf(tx, status, chunk))
}
