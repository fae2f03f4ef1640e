import type { Insertable } from 'kysely'
import { isForAll } from '../../../kernel/core/audience-rules.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { pickParams, prepared } from '../../../kernel/db/prepared.ts'
import type { Visibility } from '../../../kernel/db/schema.ts'
import { indexStatus } from '../../../kernel/db/search/statuses.ts'
import type { StatusRow } from '../queries.ts'
import type { ConversationTable, QuotePolicy, StatusTable } from '../tables.ts'
import { classesOf } from './list-classes.ts'
import { joinSearchText, searchTextOf } from './search-text.ts'

/** A local or remote status, ready to be stored. */
export interface StatusToStore {
  id: string
  accountId: string
  uri: string
  url: string
  visibility: Visibility
  text: string
  html: string
  spoilerText: string
  sensitive: boolean
  language: string | null
  /** the status that this one replies to */
  parent: StatusRow | null
  /** the parent's conversation if there is a parent */
  conversationId: string
  applicationId: string | null
  pollId: string | null
  mediaIds: readonly string[]
  local: boolean
  /** ms since 1970 */
  createdAt: number
  editedAt: number | null
  /** the status was fetched: no notifications, no timelines */
  quiet: boolean
  quotePolicy?: QuotePolicy | null
  repliesUri?: string | null
  refreshedAt?: number | null
}

/**
 * A new id for a status. The id of an older status has a random part, so it is checked against
 * existing ids. Each try is twice as far from the time: a millisecond has 65,536 ids, and many
 * statuses may name the same one, such as 1970 where their server knows none (A114).
 * @param at ms since 1970
 */
export async function freeId(tx: Tx, at: number): Promise<string> {
  for (let later = 0; at + later < tx.now; later = 2 * later + 1) {
    const id = tx.newId(at + later)
    const taken = await anyById(tx.db, { id })
    if (taken.length === 0) return id
  }
  return tx.newId()
}

const anyById = prepared((db, p: { id: string }) =>
  db.selectFrom('status').select('id').where('id', '=', p.id),
)

/** @returns whether the row was added; false if a status has this uri or id already */
export async function insertStatus(tx: Tx, status: StatusToStore): Promise<boolean> {
  const added = await insertNewRow(tx.db, rowOf(status))
  if (added.length === 0) return false
  await insertStatusStats(tx.db, status.id)
  return true
}

/** The same for a status with an id and a uri that are new here, whose answer nobody has to wait for. */
export async function insertFreshStatus(tx: Tx, status: StatusToStore): Promise<void> {
  await insertRow(tx.db, rowOf(status))
  await insertStatusStats(tx.db, status.id)
}

function rowOf(status: StatusToStore): NewRow {
  const { parent } = status
  const inReplyToAccountId = parent === null ? null : repliedTo(parent, status.accountId)
  return {
    id: status.id,
    account_id: status.accountId,
    uri: status.uri,
    url: status.url,
    visibility: status.visibility,
    text: status.text,
    content: status.html,
    spoiler_text: status.spoilerText,
    sensitive: status.sensitive,
    language: status.language,
    in_reply_to_id: parent?.id ?? null,
    in_reply_to_account_id: inReplyToAccountId,
    conversation_id: status.conversationId,
    reblog_of_id: null,
    application_id: status.applicationId,
    poll_id: status.pollId,
    media_ids: JSON.stringify(status.mediaIds),
    quote_policy: status.quotePolicy ?? null,
    replies_uri: status.repliesUri ?? null,
    refreshed_at: status.refreshedAt ?? null,
    local: status.local,
    quiet: status.quiet,
    created_at: status.createdAt,
    edited_at: status.editedAt,
    deleted_at: null,
    ...classesOfStored(status, status.mediaIds),
  }
}

const COLUMNS = [
  'id',
  'account_id',
  'uri',
  'url',
  'visibility',
  'text',
  'content',
  'spoiler_text',
  'sensitive',
  'language',
  'in_reply_to_id',
  'in_reply_to_account_id',
  'conversation_id',
  'reblog_of_id',
  'application_id',
  'poll_id',
  'media_ids',
  'quote_policy',
  'replies_uri',
  'refreshed_at',
  'local',
  'quiet',
  'created_at',
  'edited_at',
  'deleted_at',
  'listed_as',
  'shelf',
] as const satisfies readonly (keyof StatusTable)[]

type NewRow = Pick<Insertable<StatusTable>, (typeof COLUMNS)[number]>

/** Adds a row; also for reblogs. */
export const insertRow = prepared((db, p: NewRow) =>
  db.insertInto('status').values(pickParams(p, COLUMNS)),
)

/** Adds a row and returns its id; nothing if a status has this uri or id already. */
const insertNewRow = prepared((db, p: NewRow) =>
  db
    .insertInto('status')
    .values(pickParams(p, COLUMNS))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)

/** The list classes of a status that was stored before its media were known. */
export function classesOfStored(status: StatusToStore, mediaIds: readonly string[]) {
  const { parent, accountId } = status
  const inReplyToAccountId = parent === null ? null : repliedTo(parent, accountId)
  return classesOf({
    ...status,
    inReplyToAccountId,
    hasMedia: mediaIds.length > 0,
    isReblog: false,
  })
}

/**
 * The account that a reply answers: a reply to an own reply answers the account of that reply's
 * parent.
 */
export function repliedTo(parent: StatusRow, authorId: string): string {
  const goesOn = parent.account_id === authorId && parent.in_reply_to_account_id !== null
  return goesOn ? parent.in_reply_to_account_id! : parent.account_id
}

export async function insertStatusStats(db: Db, id: string): Promise<void> {
  await insertStats(db, { id })
}

const insertStats = prepared((db, p: { id: string }) =>
  db
    .insertInto('status_stats')
    .values({ status_id: p.id, replies_count: 0, reblogs_count: 0, favourites_count: 0 }),
)

/** @param uri of a conversation from another server */
export async function createConversation(tx: Tx, uri: string | null = null): Promise<string> {
  const id = tx.newId()
  const row = { id, uri, created_at: tx.now }
  if (uri === null) {
    await insertConversation.own(tx.db, row)
    return id
  }
  const added = await insertConversation.ofUri(tx.db, row)
  if (added.length > 0) return id
  const known = await tx.db
    .selectFrom('conversation')
    .select('id')
    .where('uri', '=', uri)
    .executeTakeFirstOrThrow()
  return known.id
}

const insertConversation = {
  own: prepared((db, p: Insertable<ConversationTable>) =>
    db.insertInto('conversation').values(pickParams(p, ['id', 'uri', 'created_at'])),
  ),
  ofUri: prepared((db, p: Insertable<ConversationTable>) =>
    db
      .insertInto('conversation')
      .values(pickParams(p, ['id', 'uri', 'created_at']))
      .onConflict((conflict) => conflict.column('uri').doNothing())
      .returning('id'),
  ),
}

/** Indexes the current text of a status. */
export async function refreshSearchText(tx: Tx, statusId: string): Promise<void> {
  await indexStatus(tx.db, { id: statusId, text: await searchTextOf(tx.db, statusId) })
}

/** Indexes the text of a new status. */
export async function addSearchText(tx: Tx, status: StatusToStore, media: boolean): Promise<void> {
  const { id, spoilerText, text, pollId } = status
  if (media || pollId !== null) return refreshSearchText(tx, id)
  await indexStatus(tx.db, { id, text: joinSearchText([spoilerText, text]) })
}

/**
 * Counts a new status for its author and its parent. Direct statuses do not count, only public and
 * unlisted ones count as replies, and fetched (`quiet`) ones are in the count of the author's
 * server already.
 */
export async function countStatus(
  tx: Tx,
  status: Pick<StatusToStore, 'accountId' | 'visibility' | 'parent' | 'createdAt' | 'quiet'>,
): Promise<void> {
  if (status.visibility === 'direct') return
  if (!status.quiet) tx.addToCount('account_stats.statuses_count', status.accountId, 1)
  await noteLatestStatus(tx, status.accountId, status.createdAt)
  if (status.parent !== null) countReply(tx, status.parent.id, status.visibility)
}

export function countReply(tx: Tx, parentId: string, visibility: Visibility): void {
  if (!isForAll({ visibility })) return
  tx.addToCount('status_stats.replies_count', parentId, 1)
}

/** @param at ms since 1970 */
export async function noteLatestStatus(tx: Tx, accountId: string, at: number): Promise<void> {
  await setLatest(tx.db, { accountId, at })
}

const setLatest = prepared((db, p: { accountId: string; at: number }) =>
  db
    .updateTable('account_stats')
    .set({ last_status_at: p.at })
    .where('account_id', '=', p.accountId)
    .where((eb) => eb.or([eb('last_status_at', 'is', null), eb('last_status_at', '<', p.at)])),
)
