import { statusUri, statusUrl } from '../addresses.ts'
import { lockRow } from '../db/expressions.ts'
import type { QuotePolicy, Visibility } from '../db/schema.ts'
import { attachMedia, checkMedia } from '../media/attachments.ts'
import type { MediaAttachment } from '../media/serializer.ts'
import { createPoll, givePoll, type NewPoll } from '../polls/create.ts'
import type { Tx } from '../transact.ts'
import { addressesIn, linkCollections } from './collections.ts'
import { checkText, filledText, readContent } from './content.ts'
import { findByIdempotencyKey, rememberIdempotencyKey } from './idempotency.ts'
import { insertMentions } from './mentions.ts'
import { getVisibleOriginal, type StatusRow } from './queries.ts'
import { withQuoteFallback } from './quotes/fallback.ts'
import { getQuotable, quoteStatus } from './quotes/quotes.ts'
import {
  addSearchText,
  countStatus,
  createConversation,
  insertStatus,
  type StatusToStore,
} from './store.ts'
import { addTags } from './tagging.ts'

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
  /** what it quotes */
  quotedId: string | null
  quotePolicy: QuotePolicy
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
  tx.emit({ type: 'status.created', statusId: id, accountId: input.author.id, live: true })
  return id
}

/** What a new status is made of, once it is known to be in order. */
interface Checked {
  words: { text: string; spoilerText: string }
  quoted: StatusRow | null
  parent: StatusRow | null
  media: MediaAttachment[]
}

/**
 * What must be so for a status to be published, its poll aside.
 * @throws ValidationFailed, NotFound as `createStatus`
 */
export async function checkNewStatus(tx: Tx, input: NewStatus): Promise<Checked> {
  const { author } = input
  const words = filledText(input.text, input.spoilerText)
  checkText({ ...words, hasAttachment: input.mediaIds.length > 0 || input.quotedId !== null })
  const quoted = input.quotedId === null ? null : await getQuotable(tx, author.id, input.quotedId)
  const parent = await findParent(tx, input)
  const media = await checkMedia(tx.db, author.id, input.mediaIds)
  return { words, quoted, parent, media }
}

async function publish(tx: Tx, input: NewStatus): Promise<string> {
  const { author } = input
  const { words, quoted, parent, media } = await checkNewStatus(tx, input)
  const id = tx.newId()
  const { html, mentioned, tagNames } = await readContent(tx, words.text)
  const pollId = input.poll === null ? null : await createPoll(tx, author.id, input.poll)
  const mediaIds = media.map((item) => item.id)
  const conversationId = parent?.conversation_id ?? (await createConversation(tx))
  const shown = quoted === null ? html : withQuoteFallback(html, quoted.url)
  const made = { ...words, html: shown, parent, conversationId, pollId, mediaIds }
  const status = {
    ...ownStatus(tx, id, quoted === null ? input : forQuote(input, quoted)),
    ...made,
  }
  await insertStatus(tx, status)
  await insertMentions(
    tx.db,
    id,
    mentioned.map((account) => ({ accountId: account.id, silent: false })),
  )
  await attachMedia(tx, id, media)
  if (pollId !== null) await givePoll(tx, pollId, id)
  if (quoted !== null) await quoteStatus(tx, { statusId: id, accountId: author.id }, quoted)
  await addTags(tx, status, tagNames)
  const addresses = addressesIn(words.text)
  if (addresses.length > 0) await linkCollections(tx, id, addresses)
  await countStatus(tx, status)
  await addSearchText(tx, status, mediaIds.length > 0)
  return id
}

/** What is not for all is quoted before no more people than it was for (S-333). */
function forQuote(input: NewStatus, quoted: StatusRow): NewStatus {
  const isWider = input.visibility === 'public' || input.visibility === 'unlisted'
  return quoted.visibility === 'private' && isWider ? { ...input, visibility: 'private' } : input
}

/** The status that is replied to; a reply to a reblog goes to its original. */
async function findParent(tx: Tx, input: NewStatus): Promise<StatusRow | null> {
  if (input.inReplyToId === null) return null
  return getVisibleOriginal(tx.db, input.author.id, input.inReplyToId)
}

type Made = 'text' | 'spoilerText' | 'html' | 'parent' | 'conversationId' | 'pollId' | 'mediaIds'

/** What follows from the input alone. */
function ownStatus(tx: Tx, id: string, input: NewStatus): Omit<StatusToStore, Made> {
  const { author, visibility } = input
  return {
    id,
    accountId: author.id,
    uri: statusUri(tx.config, author.username, id),
    url: statusUrl(tx.config, author.username, id),
    visibility: author.silenced && visibility === 'public' ? 'unlisted' : visibility,
    // also where the warning became the text
    sensitive: input.sensitive || input.spoilerText.trim() !== '',
    language: input.language,
    applicationId: input.applicationId,
    local: true,
    quiet: false,
    quotePolicy: input.quotePolicy,
    createdAt: tx.now,
    editedAt: null,
  }
}
