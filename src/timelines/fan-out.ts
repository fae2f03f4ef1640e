import type { Expression } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idValue } from '../db/expressions.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import { kept } from '../db/skip-locked.ts'
import { BEFORE_ALL_IDS } from '../ids.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { findNews } from '../statuses/news.ts'
import type { Subscriber } from '../subscriber.ts'
import type { Tx } from '../transact.ts'
import { type Delivered, involvedIn, loadInvolved, selectDelivered } from './delivered.ts'
import { type FeedTable, HOME, LIST } from './feeds.ts'
import {
  type Involving,
  listOwners,
  type Receivers,
  receiversOf,
  selectHomes,
  selectLists,
  selectOwnLists,
  shapeOf,
} from './receivers.ts'
import { showsLately } from './repeats.ts'
import { followedTagsOf, selectTagHomes, type TagReceivers, tagRefusers } from './tag-receivers.ts'

/** Readers served in the transaction itself; a job goes on with the rest. */
const READERS_AT_ONCE = 1000

/** Writes a new status into the home timelines and lists of those who read its author or its tags. */
export const subscriber: Subscriber = {
  record: {
    async 'status.created'(tx, { statusId, live }) {
      const status = live ? await findNews(tx, statusId) : null
      if (status === null) return
      if (status.local) await insertOwnEntry(tx.db, status)
      await deliver(tx, { ...status, involved: involvedIn(status, status.named) }, null)
    },
  },
}

export const jobs: JobHandlers = {
  'home.deliver': {
    async run(app, payload) {
      await app.transact(async (tx) => {
        const status = await findDelivered(tx.db, String(payload.statusId))
        if (status !== null) await deliver(tx, status, String(payload.after))
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
  plain: prepared((db, p: Entry) => into(HOME, db, selectOwn(db, p).select(entry(db, p)))),
  reblog: prepared((db, p: Entry) => {
    const isShown = showsLately(HOME, sql.ref('local_user.account_id'), p.reblogOfId!)
    return into(
      HOME,
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

/** @param rows of the timelines' ids, each with the `entry` that it gets */
function into({ table, owner }: FeedTable, db: Db, rows: Expression<unknown>) {
  return db
    .insertInto(table)
    .columns([owner, 'status_id', 'author_id', 'reblog_of_id', 'reblog_of_author_id'])
    .expression(rows as Expression<never>)
    .onConflict((conflict) => conflict.columns([owner, 'status_id']).doNothing())
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
 * Adds a status to the timelines of the author's local followers and of those who follow its tags,
 * in chunks of such readers.
 *
 * @param after id of the last reader that was served; null to begin
 */
async function deliver(tx: Tx, status: Involving, after: string | null): Promise<void> {
  const tagIds = await followedTagsOf(tx.db, status)
  const upTo = await chunkEnd(tx.db, { authorId: status.account_id, tagIds, after })
  const receivers = await receiversOf(tx, status, { after, upTo })
  const owners = await listOwners(tx.db, receivers)
  const apart = owners.filter((owner) => owner.exclusive).map((owner) => owner.id)
  const atHome = { ...receivers, refusing: [...receivers.refusing, ...apart] }
  await homes[shapeOf(status)](tx.db, atHome)
  if (tagIds.length > 0) await insertByTags(tx.db, status, { ...atHome, tagIds })
  if (owners.length > 0) {
    const isOwn = after === null && owners.some((owner) => owner.id === status.account_id)
    await insertIntoLists(tx.db, status, { ...receivers, isOwn })
  }
  tx.emit({ type: 'home.delivered', statusId: status.id, after, upTo })
  if (upTo !== null) {
    tx.enqueue({ kind: 'home.deliver', payload: { statusId: status.id, after: upTo } })
  }
}

const homes = {
  plain: intoHomes('plain'),
  reply: intoHomes('reply'),
  direct: intoHomes('direct'),
  'direct reply': intoHomes('direct reply'),
  reblog: intoHomes('reblog'),
}

function intoHomes(shape: ReturnType<typeof shapeOf>) {
  return prepared((db, p: Receivers) =>
    into(HOME, db, selectHomes(db, p, shape).select(entry(db, p))),
  )
}

/** Once more for those who follow the author too changes nothing. */
async function insertByTags(db: Db, status: Involving, p: TagReceivers): Promise<void> {
  const shape = shapeOf(status)
  if (shape !== 'plain' && shape !== 'reply') return
  const strangers = await tagRefusers(db, status, p)
  await tagHomes[shape](db, { ...p, refusing: [...p.refusing, ...strangers] })
}

const tagHomes = { plain: intoTagHomes('plain'), reply: intoTagHomes('reply') }

function intoTagHomes(shape: 'plain' | 'reply') {
  return prepared((db, p: TagReceivers) =>
    into(HOME, db, selectTagHomes(db, p, shape).select(entry(db, p))),
  )
}

/** @param p.isOwn whether the author has lists with themselves, which come with the first chunk */
async function insertIntoLists(
  db: Db,
  status: Involving,
  { isOwn, ...p }: Receivers & { isOwn: boolean },
): Promise<void> {
  const shape = shapeOf(status)
  if (shape === 'direct' || shape === 'direct reply') return
  await lists[shape].followed(db, p)
  if (isOwn) await lists[shape].own(db, p)
}

const lists = { plain: intoLists('plain'), reply: intoLists('reply'), reblog: intoLists('reblog') }

function intoLists(shape: 'plain' | 'reply' | 'reblog') {
  return {
    followed: prepared((db, p: Receivers) =>
      into(LIST, db, kept(db, selectLists(db, p, shape).select(entry(db, p)), 'list')),
    ),
    own: prepared((db, p: Receivers) =>
      into(LIST, db, kept(db, selectOwnLists(db, p, shape).select(entry(db, p)), 'list')),
    ),
  }
}

interface Readers {
  authorId: string
  tagIds: readonly string[]
  after: string
}

const followers = (db: Db, p: Readers) =>
  db
    .selectFrom('follow')
    .select('account_id')
    .where('target_id', '=', p.authorId)
    .where('account_id', '>', p.after)
    .orderBy('account_id')

const tagFollowers = (db: Db, p: Readers) =>
  db
    .selectFrom('tag_follow')
    .select('account_id')
    .distinct()
    .where(idIn(db, 'tag_id', p.tagIds))
    .where('account_id', '>', p.after)
    .orderBy('account_id')

const followerAt = prepared((db, p: Readers) =>
  followers(db, p)
    .offset(READERS_AT_ONCE - 1)
    .limit(1),
)

const readerAt = prepared((db, p: Readers) => {
  const following = followers(db, p).limit(READERS_AT_ONCE).as('following')
  const tagging = tagFollowers(db, p).limit(READERS_AT_ONCE).as('tagging')
  const readers = db
    .selectFrom(following)
    .select('following.account_id')
    .union(db.selectFrom(tagging).select('tagging.account_id'))
  return db
    .selectFrom(readers.as('reader'))
    .select('reader.account_id')
    .orderBy('reader.account_id')
    .offset(READERS_AT_ONCE - 1)
    .limit(1)
})

/** The reader at which this chunk ends, or null if it reaches the last one. */
async function chunkEnd(
  db: Db,
  { after, ...readers }: Omit<Readers, 'after'> & { after: string | null },
): Promise<string | null> {
  const at = readers.tagIds.length > 0 ? readerAt : followerAt
  const [row] = await at(db, { ...readers, after: after ?? BEFORE_ALL_IDS })
  return row?.account_id ?? null
}
