import { statusUri, statusUrl, tagUrl } from '../addresses.ts'
import { lockRow } from '../db/expressions.ts'
import type { QuotePolicy, Visibility } from '../db/schema.ts'
import { attachMedia } from '../media/attachments.ts'
import type { MediaAttachment } from '../media/serializer.ts'
import { insertRemotePoll, type RemotePoll } from '../polls/remote.ts'
import { ensureTags, hashtagsIn, putUnderTags } from '../tags/tags.ts'
import { cutHtml, MAX_HTML_BYTES } from '../text/cut-html.ts'
import { formatStatusText } from '../text/format.ts'
import { normalizeTag } from '../text/tags.ts'
import type { Tx } from '../transact.ts'
import type { Author } from './create.ts'
import type { StatusRow } from './queries.ts'
import { addSearchText, countStatus, createConversation, freeId, insertStatus } from './store.ts'

/** A post that its author published elsewhere, long ago. */
export interface PastStatus {
  author: Author
  /** plain: whom it names is not told, and may not see it for that */
  text: string
  spoilerText: string
  sensitive: boolean
  visibility: Visibility
  language: string | null
  /** a status of the same author that it goes on from */
  parent: StatusRow | null
  /** uploads of the author that nothing has, in order */
  media: readonly MediaAttachment[]
  /** with its figures; it has ended by now */
  poll: RemotePoll | null
  quotePolicy: QuotePolicy | null
  /** ms since 1970 */
  createdAt: number
  editedAt: number | null
}

/**
 * Adds a post to those of a local account as of its own day. It is brought to nobody: not to other
 * servers, home timelines or whoever it names, and counts for no trend.
 *
 * @returns its id, in order of creation among the author's
 */
export async function storePastStatus(tx: Tx, past: PastStatus): Promise<string> {
  const { author, text, parent, visibility, media } = past
  await lockRow(tx.db, 'account', author.id)
  const id = await freeId(tx, past.createdAt)
  const status = {
    id,
    accountId: author.id,
    uri: statusUri(tx.config, author.username, id),
    url: statusUrl(tx.config, author.username, id),
    visibility: author.silenced && visibility === 'public' ? ('unlisted' as const) : visibility,
    text,
    html: contentOf(tx, text),
    spoilerText: past.spoilerText,
    sensitive: past.sensitive,
    language: past.language,
    parent,
    conversationId: parent?.conversation_id ?? (await createConversation(tx)),
    applicationId: null,
    pollId: past.poll === null ? null : tx.newId(),
    mediaIds: media.map((item) => item.id),
    local: true,
    quiet: false,
    quotePolicy: past.quotePolicy,
    createdAt: past.createdAt,
    editedAt: past.editedAt,
  }
  if (!(await insertStatus(tx, status))) throw new Error(`The id ${id} was taken meanwhile`)
  await attachMedia(tx, id, media)
  if (past.poll !== null && status.pollId !== null) {
    const owner = { pollId: status.pollId, statusId: id, accountId: author.id }
    await insertRemotePoll(tx, owner, ended(past.poll, tx.now))
  }
  const tagIds = await ensureTags(tx, hashtagsIn(text))
  if (tagIds.length > 0) await putUnderTags(tx.db, id, tagIds)
  await countStatus(tx, status)
  await addSearchText(tx, status, media.length > 0)
  tx.emit({ type: 'status.created', statusId: id, accountId: author.id, live: false })
  return id
}

function contentOf(tx: Tx, text: string): string {
  const address = (name: string) => tagUrl(tx.config, normalizeTag(name) ?? name)
  const html = formatStatusText(text, { mentions: new Map(), tagUrl: address })
  return cutHtml(html, MAX_HTML_BYTES)
}

/** Who could vote is somewhere else. */
function ended(poll: RemotePoll, now: number): RemotePoll {
  return { ...poll, expiresAt: Math.min(poll.expiresAt ?? now, now) }
}
