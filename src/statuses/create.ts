import { statusUri, statusUrl } from '../addresses.ts'
import type { Db } from '../db/database.ts'
import { lockRow } from '../db/expressions.ts'
import type { Visibility } from '../db/schema.ts'
import { indexStatus } from '../db/search.ts'
import { attachMedia, checkMedia } from '../media/attachments.ts'
import { createPoll, givePoll, type NewPoll } from '../polls/create.ts'
import { countTagUses, ensureTags, tagStatus } from '../tags/tags.ts'
import type { Tx } from '../transact.ts'
import { countForAuthor } from './author-stats.ts'
import { checkText, filledText, readContent } from './content.ts'
import { findByIdempotencyKey, rememberIdempotencyKey } from './idempotency.ts'
import { getVisibleOriginal, type StatusRow } from './queries.ts'
import { searchTextOf } from './search-text.ts'

export interface Author {
  id: string
  username: string
  /** what a silenced author calls public becomes unlisted (S-333) */
  silenced: boolean
}

export interface NewStatus {
  author: Author
  text: string
  spoilerText: string
  sensitive: boolean
  visibility: Visibility
  language: string | null
  inReplyToId: string | null
  mediaIds: string[]
  poll: NewPoll | null
  applicationId: string | null
  /** the same key within an hour gives the same status (S-331) */
  idempotencyKey: string | null
}

/**
 * Publishes a status of a local account.
 *
 * @returns its id; that of the first one when the idempotency key was used before
 * @throws ValidationFailed if text, media or poll break their limits
 * @throws NotFound if the status it replies to cannot be seen by the author
 * @see https://docs.joinmastodon.org/methods/statuses/#create
 */
export async function createStatus(tx: Tx, input: NewStatus): Promise<string> {
  await lockRow(tx.db, 'account', input.author.id)
  const use = { accountId: input.author.id, key: input.idempotencyKey }
  const earlier = await findByIdempotencyKey(tx, use)
  if (earlier !== null) return earlier
  const id = await publish(tx, input)
  await rememberIdempotencyKey(tx, use, id)
  tx.emit({ type: 'status.created', statusId: id, accountId: input.author.id })
  return id
}

async function publish(tx: Tx, input: NewStatus): Promise<string> {
  const { author } = input
  const words = filledText(input.text, input.spoilerText)
  checkText({ ...words, hasAttachment: input.mediaIds.length > 0 })
  const parent = await findParent(tx, input)
  const media = await checkMedia(tx.db, author.id, input.mediaIds)
  const id = tx.newId()
  const { html, mentioned, tagNames } = await readContent(tx, words.text)
  const pollId = input.poll === null ? null : await createPoll(tx, author.id, input.poll)
  const mediaIds = media.map((item) => item.id)
  await insertStatus(tx, id, input, { ...words, parent, html, pollId, mediaIds })
  await insertMentions(
    tx.db,
    id,
    mentioned.map((account) => account.id),
  )
  await attachMedia(tx, id, media)
  if (pollId !== null) await givePoll(tx, pollId, id)
  const visibility = shownVisibility(input)
  const tagIds = await tagStatus(tx, id, await ensureTags(tx, tagNames))
  if (visibility === 'public') await countTagUses(tx, tagIds, author.id)
  await countForAuthor(tx, author.id, visibility)
  countReply(tx, visibility, parent)
  await indexStatus(tx.db, { id, text: await searchTextOf(tx.db, id) })
  return id
}

function shownVisibility({ author, visibility }: NewStatus): Visibility {
  return author.silenced && visibility === 'public' ? 'unlisted' : visibility
}

/** The status that is replied to; a reply to a reblog goes to its original. */
async function findParent(tx: Tx, input: NewStatus): Promise<StatusRow | null> {
  if (input.inReplyToId === null) return null
  return getVisibleOriginal(tx.db, input.author.id, input.inReplyToId)
}

/** What became of the input on the way to its row. */
interface Made {
  text: string
  spoilerText: string
  html: string
  parent: StatusRow | null
  pollId: string | null
  mediaIds: string[]
}

async function insertStatus(tx: Tx, id: string, input: NewStatus, made: Made): Promise<void> {
  const { author } = input
  const { parent } = made
  await tx.db
    .insertInto('status')
    .values({
      id,
      account_id: author.id,
      uri: statusUri(tx.config, author.username, id),
      url: statusUrl(tx.config, author.username, id),
      visibility: shownVisibility(input),
      text: made.text,
      content: made.html,
      spoiler_text: made.spoilerText,
      // also where the warning became the text
      sensitive: input.sensitive || input.spoilerText.trim() !== '',
      language: input.language,
      in_reply_to_id: parent?.id ?? null,
      in_reply_to_account_id: parent === null ? null : repliedTo(parent, author.id),
      conversation_id: parent?.conversation_id ?? (await createConversation(tx)),
      reblog_of_id: null,
      application_id: input.applicationId,
      poll_id: made.pollId,
      media_ids: JSON.stringify(made.mediaIds),
      local: true,
      created_at: tx.now,
      edited_at: null,
      deleted_at: null,
    })
    .execute()
  await insertStatusStats(tx.db, id)
}

/** Whom a reply is for: who goes on with an own reply still answers the same account. */
function repliedTo(parent: StatusRow, authorId: string): string {
  const goesOn = parent.account_id === authorId && parent.in_reply_to_account_id !== null
  return goesOn ? parent.in_reply_to_account_id! : parent.account_id
}

export async function insertStatusStats(db: Db, id: string): Promise<void> {
  const stats = { status_id: id, replies_count: 0, reblogs_count: 0, favourites_count: 0 }
  await db.insertInto('status_stats').values(stats).execute()
}

async function createConversation(tx: Tx): Promise<string> {
  const id = tx.newId()
  await tx.db.insertInto('conversation').values({ id, uri: null, created_at: tx.now }).execute()
  return id
}

/** Adds accounts to those whom a status names; those it names already stay. */
export async function insertMentions(
  db: Db,
  statusId: string,
  accountIds: string[],
): Promise<void> {
  if (accountIds.length === 0) return
  await db
    .insertInto('mention')
    .values(accountIds.map((account_id) => ({ status_id: statusId, account_id, silent: false })))
    .onConflict((conflict) =>
      conflict.columns(['status_id', 'account_id']).doUpdateSet({ silent: false }),
    )
    .execute()
}

/** Only what all may read counts as a reply. */
function countReply(tx: Tx, visibility: Visibility, parent: StatusRow | null): void {
  if (parent === null || visibility === 'direct' || visibility === 'private') return
  tx.addToCount('status_stats.replies_count', parent.id, 1)
}
