import type { Expression } from 'kysely'
import { AFTER_ALL_IDS, BEFORE_ALL_IDS } from '../../kernel/base/ids.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idValue } from '../../kernel/db/expressions.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { keyShareLocked } from '../../kernel/db/row-locks.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { type CreatedStatus, findLiveStatus } from '../statuses/write/created-status.ts'
import {
  type FeedStatus,
  type Involving,
  involvedIn,
  loadInvolved,
  selectFeedStatuses,
} from './feed-status.ts'
import { type FeedTable, HOME, LIST } from './feeds.ts'
import { findPulled, isAboveLimit, storePulled } from './pulled-statuses.ts'
import {
  type Chunk,
  type Exceptions,
  type Going,
  homeParamsAmong,
  loadExceptions,
  type RecipientParams,
  recipientParamsAmong,
  recipientParamsOf,
  type Shape,
  selectHomes,
  selectLists,
  selectOwnLists,
  shapeOf,
} from './recipients.ts'
import {
  followedTagsOf,
  selectTagHomes,
  type TagRecipientParams,
  tagFollowersOfOtherLanguages,
} from './tag-recipients.ts'

/** Readers served in the transaction itself; a job serves the rest. */
const READERS_AT_ONCE = 1000

/**
 * Writes a new status into the home timelines and lists of readers who follow its author or its
 * tags; the followers of an author with too many pull it when they read.
 */
export const subscriber: Subscriber = {
  record: {
    async 'status.created'(tx, event) {
      const status = await findLiveStatus(tx, event)
      if (status === null) return
      if (status.local) await insertOwnEntry(tx.db, status)
      await deliverFirst(tx, { ...status, involved: involvedIn(status, status.named) })
    },
  },
}

export const jobs: JobHandlers = {
  'home.deliver': {
    async run(app, payload) {
      await app.transact(async (tx) => {
        const status = await findFeedStatus(tx.db, String(payload.statusId))
        if (status === null) return
        if (status.visibility === 'direct') return deliverDirect(tx, status)
        const isPulled = (await findPulled(tx.db, status.id)) !== null
        const tagIds = await followedTagsOf(tx.db, status)
        const serve = isPulled ? deliverByTags : deliver
        await serve(tx, { ...status, tagIds, exceptions: null }, String(payload.after))
      })
    },
  },
}

interface Audience {
  /** hashtags by which a status reaches readers, see `followedTagsOf` */
  tagIds: readonly string[]
  /** among all followers; null: these may be more than one chunk, and each chunk asks for its own */
  exceptions: Exceptions | null
}

/** Read right before the entries are written, not by `preload`: changes of lists and tags do not wait for a post. */
async function audienceOf(
  { db }: Tx,
  status: CreatedStatus,
): Promise<Audience & { isPulled: boolean }> {
  const everybody = { after: null, upTo: null }
  const [isPulled, tagIds, exceptions] = await Promise.all([
    isAboveLimit(db, status.local_followers_count),
    followedTagsOf(db, status),
    areOneChunk(status) ? loadExceptions(db, status, everybody) : null,
  ])
  return { isPulled, tagIds, exceptions }
}

/**
 * Whether the author's followers whom this server knows are one chunk, by their count: a wrong one only changes the size
 * of chunks. Of a remote author's followers it knows those that are local.
 */
function areOneChunk({ local, ...author }: CreatedStatus): boolean {
  return (local ? author.followers_count : author.local_followers_count) < READERS_AT_ONCE
}

async function deliverFirst(tx: Tx, status: Involving & CreatedStatus): Promise<void> {
  if (status.visibility === 'direct') return deliverDirect(tx, status)
  const { isPulled, ...audience } = await audienceOf(tx, status)
  if (!isPulled) return deliver(tx, { ...status, ...audience }, null)
  await storePulled(tx, status)
  if (status.local) await insertIntoOwnLists(tx, status)
  // read again: `storePulled` may have waited for other transactions
  const tagIdsNow = await followedTagsOf(tx.db, status)
  await deliverByTags(tx, { ...status, tagIds: tagIdsNow }, null)
}

async function findFeedStatus(db: Db, statusId: string): Promise<Involving | null> {
  const [status] = await selectFeedStatuses(db).where('status.id', '=', statusId).execute()
  if (status === undefined) return null
  return { ...status, involved: (await loadInvolved(db, [status])).get(statusId)! }
}

async function insertOwnEntry(db: Db, status: FeedStatus): Promise<void> {
  const { id: statusId, account_id: authorId } = status
  const { reblog_of_id: reblogOfId, reblog_of_author_id: reblogOfAuthorId } = status
  await ownEntry(db, { statusId, authorId, reblogOfId, reblogOfAuthorId })
}

const ownEntry = prepared((db, p: Entry) => into(HOME, db, selectOwn(db, p).select(entry(db, p))))

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

/** @param rows ids of timelines, each with its `entry` */
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
 * Adds a status to the timelines of the author's local followers and of accounts that follow its
 * tags, in chunks of such readers.
 *
 * @param after id of the last reader served; null to begin
 */
async function deliver(tx: Tx, status: Involving & Audience, after: string | null): Promise<void> {
  const { tagIds, exceptions } = status
  const isLast = exceptions !== null && tagIds.length === 0
  const upTo = isLast ? null : await chunkEnd(tx.db, { authorId: status.account_id, tagIds, after })
  const chunk = { after, upTo }
  const { refusing, owners } = exceptions ?? (await loadExceptions(tx.db, status, chunk))
  const recipients = recipientParamsOf(status, chunk, { refusing, now: tx.now })
  const apart = owners.filter((owner) => owner.exclusive).map((owner) => owner.id)
  const atHome = { ...recipients, refusing: [...refusing, ...apart] }
  await homes[shapeOf(status)](tx.db, atHome)
  if (tagIds.length > 0) await insertByTags(tx.db, status, { ...atHome, tagIds })
  if (owners.length > 0) {
    const isOwn = after === null && owners.some((owner) => owner.id === status.account_id)
    await insertIntoLists(tx.db, status, { ...recipients, isOwn })
  }
  delivered(tx, status, chunk)
}

/** Tells streams of a chunk of readers, and continues behind its last one. */
function delivered(tx: Tx, { id: statusId }: Involving, { after, upTo }: Chunk): void {
  tx.emit({ type: 'home.delivered', statusId, after, upTo })
  if (upTo !== null) tx.enqueue({ kind: 'home.deliver', payload: { statusId, after: upTo } })
}

/** A direct status reaches the mentioned followers, who are few, and no list. */
async function deliverDirect(tx: Tx, status: Involving): Promise<void> {
  const rows = await mentionedIn(tx.db, { statusId: status.id })
  const ids = rows.map((row) => row.account_id)
  const recipients = await homeParamsAmong(tx.db, status, { ids, now: tx.now })
  await homesAmong[shapeOf(status)](tx.db, recipients)
  delivered(tx, status, { after: null, upTo: null })
}

const mentionedIn = prepared((db, p: { statusId: string }) =>
  db.selectFrom('mention').select('account_id').where('status_id', '=', p.statusId),
)

const homes = {
  plain: intoHomes('plain', 'by range'),
  reply: intoHomes('reply', 'by range'),
  reblog: intoHomes('reblog', 'by range'),
}

const homesAmong = {
  plain: intoHomes('plain', 'among'),
  reply: intoHomes('reply', 'among'),
  reblog: intoHomes('reblog', 'among'),
}

function intoHomes(shape: Shape, going: Going) {
  return prepared((db, p: RecipientParams) =>
    into(HOME, db, selectHomes(db, p, shape, going).select(entry(db, p))),
  )
}

/** Adds a pulled status to the home timelines of a chunk of accounts that follow its tags. */
async function deliverByTags(
  tx: Tx,
  status: Involving & Pick<Audience, 'tagIds'>,
  after: string | null,
): Promise<void> {
  const { tagIds } = status
  if (tagIds.length === 0) return delivered(tx, status, { after, upTo: null })
  const above = after ?? BEFORE_ALL_IDS
  const readers = await tagReaders(tx.db, { authorId: status.account_id, tagIds, after: above })
  const ids = readers.map((row) => row.account_id)
  const upTo = ids.length < READERS_AT_ONCE ? null : ids.at(-1)!
  const recipients = await homeParamsAmong(tx.db, status, { ids, now: tx.now })
  await insertByTags(tx.db, status, { ...recipients, above, upTo: upTo ?? AFTER_ALL_IDS, tagIds })
  delivered(tx, status, { after, upTo })
}

/** A second insert for readers who also follow the author changes nothing. */
async function insertByTags(db: Db, status: Involving, p: TagRecipientParams): Promise<void> {
  const shape = shapeOf(status)
  if (shape === 'reblog') return
  const strangers = await tagFollowersOfOtherLanguages(db, status, p)
  await tagHomes[shape](db, { ...p, refusing: [...p.refusing, ...strangers] })
}

const tagHomes = { plain: intoTagHomes('plain'), reply: intoTagHomes('reply') }

function intoTagHomes(shape: 'plain' | 'reply') {
  return prepared((db, p: TagRecipientParams) =>
    into(HOME, db, selectTagHomes(db, p, shape).select(entry(db, p))),
  )
}

/**
 * @param p.isOwn whether to serve lists of the author with themselves, which belongs to the first
 * chunk
 */
async function insertIntoLists(
  db: Db,
  status: Involving,
  { isOwn, ...p }: RecipientParams & { isOwn: boolean },
): Promise<void> {
  const { followed, own } = lists[shapeOf(status)]
  await followed(db, p)
  if (isOwn) await own(db, p)
}

async function insertIntoOwnLists(tx: Tx, status: Involving): Promise<void> {
  const recipients = await recipientParamsAmong(tx.db, status, { ids: [], now: tx.now })
  await lists[shapeOf(status)].own(tx.db, recipients)
}

const lists = { plain: intoLists('plain'), reply: intoLists('reply'), reblog: intoLists('reblog') }

function intoLists(shape: 'plain' | 'reply' | 'reblog') {
  return {
    followed: prepared((db, p: RecipientParams) =>
      into(LIST, db, keyShareLocked(db, selectLists(db, p, shape).select(entry(db, p)), 'list')),
    ),
    own: prepared((db, p: RecipientParams) =>
      into(LIST, db, keyShareLocked(db, selectOwnLists(db, p, shape).select(entry(db, p)), 'list')),
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

const tagReaders = prepared((db, p: Readers) => tagFollowers(db, p).limit(READERS_AT_ONCE))

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

/** The last reader of this chunk, or null if the chunk reaches the last reader of all. */
async function chunkEnd(
  db: Db,
  { after, ...readers }: Omit<Readers, 'after'> & { after: string | null },
): Promise<string | null> {
  const at = readers.tagIds.length > 0 ? readerAt : followerAt
  const [row] = await at(db, { ...readers, after: after ?? BEFORE_ALL_IDS })
  return row?.account_id ?? null
}
