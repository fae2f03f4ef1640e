import { sql } from 'kysely'
import type { Document } from '../../../../kernel/activitypub/as2.ts'
import type { Config } from '../../../../kernel/base/config.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { idIn } from '../../../../kernel/db/id-in.ts'
import { prepared } from '../../../../kernel/db/prepared.ts'
import type { Visibility } from '../../../../kernel/db/schema.ts'
import { loadCollectionDocuments } from '../../../collections/federation/documents.ts'
import type { Emoji } from '../../../emojis/emojis.ts'
import { loadEmojisOf } from '../../../emojis/federation/document.ts'
import type { MediaAttachment } from '../../../media/serializer.ts'
import { beginningHere } from '../beginning.ts'

/** maximum of own replies embedded in an object */
const SELF_REPLIES = 5

const statuses = prepared((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .innerJoin('status_stats', 'status_stats.status_id', 'status.id')
    .leftJoin('status as parent', 'parent.id', 'status.in_reply_to_id')
    .leftJoin('conversation', 'conversation.id', 'status.conversation_id')
    .selectAll('status')
    .select([
      'account.uri as author_uri',
      'account.username',
      'account.sensitized_at',
      'status_stats.favourites_count',
      'status_stats.reblogs_count',
      'parent.uri as parent_uri',
      'conversation.uri as conversation_uri',
    ])
    // the author of the first status gives a conversation its id: for a remote one it may be
    // unknown here
    .select(beginningHere(sql.ref('status.conversation_id')).as('beginning_here'))
    .where(idIn(db, 'status.id', p.ids))
    .where('account.domain', 'is', null)
    .where('status.reblog_of_id', 'is', null)
    .where('status.deleted_at', 'is', null),
)

const mentions = prepared((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('mention')
    .innerJoin('account', 'account.id', 'mention.account_id')
    .leftJoin('remote_actor', 'remote_actor.account_id', 'account.id')
    .select([
      'mention.status_id',
      'account.uri',
      'account.username',
      'account.domain',
      'account.actor_type',
      'remote_actor.followers_uri',
    ])
    .where(idIn(db, 'mention.status_id', p.ids))
    .where('mention.silent', '=', false)
    .orderBy('account.id'),
)

const tags = prepared((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('status_tag')
    .innerJoin('tag', 'tag.id', 'status_tag.tag_id')
    .select(['status_tag.status_id', 'tag.name'])
    .where(idIn(db, 'status_tag.status_id', p.ids))
    .orderBy('tag.id'),
)

const selfReplies = prepared((db, p: { ids: readonly string[] }) => {
  const ranked = db
    .selectFrom('status as reply')
    .innerJoin('status', 'status.id', 'reply.in_reply_to_id')
    .select(['reply.in_reply_to_id as status_id', 'reply.id', 'reply.uri'])
    .select(
      sql<number>`row_number() over (partition by reply.in_reply_to_id order by reply.id)`.as(
        'place',
      ),
    )
    .where(idIn(db, 'reply.in_reply_to_id', p.ids))
    .whereRef('reply.account_id', '=', 'status.account_id')
    .where('reply.deleted_at', 'is', null)
    .where('reply.visibility', 'in', [
      sql.lit<Visibility>('public'),
      sql.lit<Visibility>('unlisted'),
    ])
  return db
    .selectFrom(ranked.as('ranked'))
    .select(['status_id', 'id', 'uri'])
    .where('place', '<=', SELF_REPLIES)
    .orderBy('id')
})

const polls = prepared((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('poll')
    .innerJoin('poll_option', 'poll_option.poll_id', 'poll.id')
    .select([
      'poll.id',
      'poll.multiple',
      'poll.hide_totals',
      'poll.expires_at',
      'poll.voters_count',
      'poll_option.title',
      'poll_option.votes_count',
    ])
    .where(idIn(db, 'poll.id', p.ids))
    .orderBy('poll_option.position'),
)

const media = prepared((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('media_attachment')
    .selectAll()
    .where(idIn(db, 'id', p.ids)),
)

export type NoteRow = Awaited<ReturnType<typeof statuses>>[number]
export type MentionRow = Awaited<ReturnType<typeof mentions>>[number]
export type PollRow = Awaited<ReturnType<typeof polls>>[number]
export type ReplyRow = Awaited<ReturnType<typeof selfReplies>>[number]

/** The rows from which local statuses are presented. */
export interface NoteRows {
  statuses: NoteRow[]
  mentions: Map<string, MentionRow[]>
  tags: Map<string, { name: string }[]>
  /** by poll id: a row for each option, in order */
  polls: Map<string, PollRow[]>
  media: Map<string, MediaAttachment>
  /** the author's own, oldest first */
  selfReplies: Map<string, ReplyRow[]>
  emojis: Map<string, Emoji>
  /** collections that a status shows: local ones as documents, remote ones by id */
  collections: Map<string, Document[]>
}

/** Runs one query per kind of row, however many statuses are requested. */
export async function loadNoteRows(
  db: Db,
  config: Config,
  statusIds: readonly string[],
): Promise<NoteRows> {
  const found = await statuses(db, { ids: statusIds })
  const ids = found.map((row) => row.id)
  const pollIds = found.map((row) => row.poll_id).filter((id) => id !== null)
  const mediaIds = found.flatMap((row) => row.media_ids)
  const none = ids.length === 0
  const mentioned = none ? [] : await mentions(db, { ids })
  const tagged = none ? [] : await tags(db, { ids })
  const replies = none ? [] : await selfReplies(db, { ids })
  const options = pollIds.length === 0 ? [] : await polls(db, { ids: pollIds })
  const files = mediaIds.length === 0 ? [] : await media(db, { ids: mediaIds })
  const texts = [
    ...found.flatMap((row) => [row.spoiler_text, row.text]),
    ...options.map((option) => option.title),
  ]
  return {
    statuses: found,
    mentions: Map.groupBy(mentioned, (row) => row.status_id),
    tags: Map.groupBy(tagged, (row) => row.status_id),
    polls: Map.groupBy(options, (row) => row.id),
    media: new Map(files.map((row) => [row.id, row])),
    selfReplies: Map.groupBy(replies, (row) => row.status_id!),
    emojis: await loadEmojisOf(db, texts),
    collections: await loadShownCollections(
      db,
      config,
      found.filter((row) => row.links_collections).map((row) => row.id),
    ),
  }
}

async function loadShownCollections(
  db: Db,
  config: Config,
  statusIds: readonly string[],
): Promise<Map<string, Document[]>> {
  if (statusIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('status_collection')
    .innerJoin('collection', 'collection.id', 'status_collection.collection_id')
    .select(['status_collection.status_id', 'collection.id', 'collection.uri'])
    .where(idIn(db, 'status_collection.status_id', statusIds))
    .orderBy('collection.id')
    .execute()
  const ids = rows.map((row) => row.id)
  const own = await loadCollectionDocuments(db, config, ids)
  const shown = rows.map(({ status_id, id, uri }) => ({
    status_id,
    document: own.get(id) ?? { id: uri, type: 'FeaturedCollection' },
  }))
  return new Map(
    [...Map.groupBy(shown, (row) => row.status_id)].map(([id, list]) => [
      id,
      list.map(({ document }) => document),
    ]),
  )
}
