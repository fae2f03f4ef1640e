import { NotFound } from '../../../kernel/base/errors.ts'
import { statusUri, statusUrl } from '../../../kernel/base/urls.ts'
import { isForAll, limitedTo } from '../../../kernel/core/audience-rules.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import type { Visibility } from '../../../kernel/db/schema.ts'
import { attachMedia, checkMedia } from '../../media/attachments.ts'
import type { MediaAttachment } from '../../media/serializer.ts'
import { checkPoll, createPoll, givePoll, type NewPoll } from '../../polls/create.ts'
import { holdNew } from '../held/hold.ts'
import { findVisibleOriginal, type StatusRow } from '../queries.ts'
import { withQuoteFallback } from '../quotes/fallback.ts'
import { getQuotable, quoteStatus } from '../quotes/quotes.ts'
import { hashesOf, type Said, saidByContent } from '../screening/facts.ts'
import { limited, noteScreened, refuse, type Screened, screenStatus } from '../screening/screen.ts'
import type { Screening } from '../screening/screening.ts'
import type { QuotePolicy } from '../tables.ts'
import { addressesIn, linkCollections } from './collections.ts'
import { type Content, checkText, filledText, readContent } from './content.ts'
import { findByIdempotencyKey, rememberIdempotencyKey } from './idempotency.ts'
import { insertMentions } from './mentions.ts'
import {
  addSearchText,
  countStatus,
  createConversation,
  insertFreshStatus,
  type StatusToStore,
} from './store.ts'
import { addTags } from './tagging.ts'
import { checkMentions } from './unexpected-mentions.ts'

export interface Author {
  id: string
  username: string
  /** public statuses of a silenced author become unlisted (S-333) */
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
  /** id of the quoted status */
  quotedId: string | null
  quotePolicy: QuotePolicy
  applicationId: string | null
  /** a second request with the same key within an hour returns the same status (S-331) */
  idempotencyKey: string | null
  /** ids of the accounts that the status may mention (S-559); null: any */
  allowedMentions?: readonly string[] | null
  /** the automatic rules that apply */
  screening: Screening
  /** an existing conversation that this status starts; undefined: a new one */
  conversationId?: string
}

/**
 * Publishes a status of a local account. Only the author sees a status that a rule holds, until the
 * staff approves it.
 *
 * @returns its id; if the idempotency key was used before, the id of that status
 * @throws ValidationFailed if text, media or poll exceed their limits
 * @throws RefusedByRule if an automatic rule rejects it
 * @throws NotFound if the author may not see the status that it replies to
 * @throws UnexpectedMentions if it mentions accounts outside `allowedMentions`
 * @see https://docs.joinmastodon.org/methods/statuses/#create
 */
export async function createStatus(tx: Tx, input: NewStatus): Promise<string> {
  await lockRow(tx.db, 'account', input.author.id)
  const use = { accountId: input.author.id, key: input.idempotencyKey }
  const earlier = await findByIdempotencyKey(tx, use)
  if (earlier !== null) return earlier
  const { id, held } = await publish(tx, input)
  await rememberIdempotencyKey(tx, use, id)
  if (!held) {
    tx.emit({ type: 'status.created', statusId: id, accountId: input.author.id, live: true })
  }
  return id
}

/** The parts of a new status that passed the checks. */
interface Checked {
  words: { text: string; spoilerText: string }
  quoted: StatusRow | null
  parent: StatusRow | null
  media: MediaAttachment[]
}

/**
 * All checks before publishing, except those of the poll.
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

async function publish(tx: Tx, input: NewStatus): Promise<{ id: string; held: boolean }> {
  const checked = await checkNewStatus(tx, input)
  const { words, quoted, parent, media } = checked
  const content = await readContent(tx, input.author.id, words.text)
  checkMentions(input.allowedMentions ?? null, content)
  const saying = () => saidInNew(input, checked, content)
  const by = { accountId: input.author.id, origin: 'local' as const }
  const screened = await screenStatus(tx, input.screening, by, saying)
  refuse(screened)
  const id = tx.newId()
  const own = ownStatus(tx, id, quoted === null ? input : forQuote(input, quoted), screened)
  const conversationId =
    parent?.conversation_id ?? input.conversationId ?? (await createConversation(tx))
  const mediaIds = media.map((item) => item.id)
  const made = { ...own, ...words, parent, conversationId, mediaIds }
  if (screened !== null && screened.hold !== null) {
    if (input.poll !== null) checkPoll(tx, input.poll)
    const draft = { ...made, html: content.html, pollId: null, visibility: 'direct' as const }
    await insertFreshStatus(tx, draft)
    await attachMedia(tx, id, media)
    await holdNew(tx, screened, input, id)
    return { id, held: true }
  }
  const pollId = input.poll === null ? null : await createPoll(tx, input.author.id, input.poll)
  const html = quoted === null ? content.html : withQuoteFallback(content.html, quoted.url)
  const status = { ...made, html, pollId }
  await insertFreshStatus(tx, status)
  await attachMedia(tx, id, media)
  await addParts(tx, status, { quoted, content })
  await noteScreened(tx, screened, id)
  return { id, held: false }
}

/** Adds all rows that reference the status row, except its media. */
async function addParts(
  tx: Tx,
  status: StatusToStore,
  { quoted, content: { mentioned, tagNames } }: { quoted: StatusRow | null; content: Content },
): Promise<void> {
  const { id, accountId, pollId, mediaIds, text } = status
  await insertMentions(
    tx.db,
    id,
    mentioned.map((account) => ({ accountId: account.id, silent: false })),
  )
  if (pollId !== null) await givePoll(tx, pollId, id)
  if (quoted !== null) await quoteStatus(tx, { statusId: id, accountId }, quoted)
  await addTags(tx, status, tagNames)
  const addresses = addressesIn(text)
  if (addresses.length > 0) await linkCollections(tx, id, addresses)
  await countStatus(tx, status)
  await addSearchText(tx, status, mediaIds.length > 0)
}

/** A new status in the form that rules match. */
function saidInNew(input: NewStatus, { words, parent, media }: Checked, content: Content): Said {
  return {
    ...saidByContent(content),
    ...words,
    more: [...(input.poll?.options ?? []), ...media.map((item) => item.description ?? '')],
    mediaCount: media.length,
    mediaHashes: hashesOf(
      input.screening,
      media.map((item) => item.id),
    ),
    sensitive: input.sensitive || words.spoilerText !== '',
    language: input.language,
    visibility: input.visibility,
    isReply: parent !== null,
  }
}

/** A public or unlisted quote of a private status becomes private (S-333). */
function forQuote(input: NewStatus, quoted: StatusRow): NewStatus {
  return quoted.visibility === 'private' && isForAll(input)
    ? { ...input, visibility: 'private' }
    : input
}

/** The status that this one replies to; a reply to a reblog goes to its original. */
async function findParent(tx: Tx, input: NewStatus): Promise<StatusRow | null> {
  if (input.inReplyToId === null) return null
  const parent = await findVisibleOriginal(tx.db, input.author.id, input.inReplyToId)
  if (parent !== null) return parent
  throw new NotFound('The post you are trying to reply to does not appear to exist.')
}

type Made = 'text' | 'spoilerText' | 'html' | 'parent' | 'conversationId' | 'pollId' | 'mediaIds'

/** The columns that follow from the input alone. */
function ownStatus(
  tx: Tx,
  id: string,
  input: NewStatus,
  screened: Screened | null,
): Omit<StatusToStore, Made> {
  const { author } = input
  return {
    id,
    accountId: author.id,
    uri: statusUri(tx.config, author.username, id),
    url: statusUrl(tx.config, author.username, id),
    visibility: limitedTo(limited(screened, input.visibility), author.silenced),
    // also if the warning became the text
    sensitive:
      input.sensitive || input.spoilerText.trim() !== '' || screened?.markSensitive === true,
    language: input.language,
    applicationId: input.applicationId,
    local: true,
    quiet: false,
    quotePolicy: input.quotePolicy,
    createdAt: tx.now,
    editedAt: null,
  }
}
