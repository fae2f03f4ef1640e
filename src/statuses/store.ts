import type { Insertable } from 'kysely'
import type { Db } from '../db/database.ts'
import { pickParams, prepared } from '../db/prepared.ts'
import type { ConversationTable, QuotePolicy, StatusTable, Visibility } from '../db/schema.ts'
import { indexStatus } from '../db/search/statuses.ts'
import type { Tx } from '../transact.ts'
import type { StatusRow } from './queries.ts'
import { joinSearchText, searchTextOf } from './search-text.ts'
import { classesOf } from './shelves.ts'

/** A status of this server or another one, ready to be stored. */
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
  /** what it replies to */
  parent: StatusRow | null
  /** that of the parent where there is one */
  conversationId: string
  applicationId: string | null
  pollId: string | null
  mediaIds: readonly string[]
  local: boolean
  /** ms since 1970 */
  createdAt: number
  editedAt: number | null
  /** it was fetched, so it is brought to nobody */
  quiet: boolean
  quotePolicy?: QuotePolicy | null
  repliesUri?: string | null
  refreshedAt?: number | null
}

/**
 * A new id for a status. Older ones get a part of theirs by chance, so it may be taken.
 * @param at ms since 1970
 */
export async function freeId(tx: Tx, at: number): Promise<string> {
  if (at >= tx.now) return tx.newId()
  for (;;) {
    const id = tx.newId(at)
    const taken = await anyById(tx.db, { id })
    if (taken.length === 0) return id
  }
}

const anyById = prepared((db, p: { id: string }) =>
  db.selectFrom('status').select('id').where('id', '=', p.id),
)

/** @returns whether it was added; false if there is one of that uri or id */
export async function insertStatus(tx: Tx, status: StatusToStore): Promise<boolean> {
  const { parent } = status
  const inReplyToAccountId = parent === null ? null : repliedTo(parent, status.accountId)
  const added = await insertNewRow(tx.db, {
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
  })
  if (added.length === 0) return false
  await insertStatusStats(tx.db, status.id)
  return true
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

/** Adds a row, that of a reblog too. */
export const insertRow = prepared((db, p: NewRow) =>
  db.insertInto('status').values(pickParams(p, COLUMNS)),
)

/** Adds a row and gives its id; does nothing if there is one of that uri or id. */
const insertNewRow = prepared((db, p: NewRow) =>
  db
    .insertInto('status')
    .values(pickParams(p, COLUMNS))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
)

/** The classes of a status that was stored before its media were known. */
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

/** Whom a reply is for: who goes on with an own reply still answers the same account. */
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

/** @param uri of a conversation that was begun elsewhere */
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

/** Makes a status found by what it says now. */
export async function refreshSearchText(tx: Tx, statusId: string): Promise<void> {
  await indexStatus(tx.db, { id: statusId, text: await searchTextOf(tx.db, statusId) })
}

/** Makes a new status found. */
export async function addSearchText(tx: Tx, status: StatusToStore, media: boolean): Promise<void> {
  const { id, spoilerText, text, pollId } = status
  if (media || pollId !== null) return refreshSearchText(tx, id)
  await indexStatus(tx.db, { id, text: joinSearchText([spoilerText, text]) })
}

/**
 * Counts a new status for its author and its parent. Direct statuses count for nobody, only what all
 * may read counts as a reply, and quiet ones are in the number that the author's server gave.
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
  if (visibility === 'direct' || visibility === 'private') return
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
