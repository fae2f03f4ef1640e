import { statusUri, statusUrl, tagUrl } from '../../../kernel/base/urls.ts'
import { limitedTo } from '../../../kernel/core/audience-rules.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { lockRow } from '../../../kernel/db/expressions.ts'
import type { Visibility } from '../../../kernel/db/schema.ts'
import { cutHtml, MAX_HTML_BYTES } from '../../../kernel/text/cut-html.ts'
import { formatStatusText } from '../../../kernel/text/format.ts'
import { normalizeTag } from '../../../kernel/text/tags.ts'
import { attachMedia } from '../../media/attachments.ts'
import type { MediaAttachment } from '../../media/serializer.ts'
import { insertRemotePoll, type RemotePoll } from '../../polls/remote.ts'
import { ensureTags, hashtagsIn, putUnderTags } from '../../tags/tags.ts'
import type { StatusRow } from '../queries.ts'
import type { QuotePolicy } from '../tables.ts'
import type { Author } from './create.ts'
import { addSearchText, countStatus, createConversation, freeId, insertStatus } from './store.ts'

/** A post that its author published on another server, possibly years ago. */
export interface BackdatedStatus {
  author: Author
  /** plain text; the accounts that it mentions get no notification and no access */
  text: string
  spoilerText: string
  sensitive: boolean
  visibility: Visibility
  language: string | null
  /** the status of the same author that this one replies to */
  parent: StatusRow | null
  /** the author's unattached uploads, in order */
  media: readonly MediaAttachment[]
  /** with its votes; already closed */
  poll: RemotePoll | null
  quotePolicy: QuotePolicy | null
  /** ms since 1970 */
  createdAt: number
  editedAt: number | null
}

/**
 * Adds a post to a local account under its original date. Nothing delivers it: no other servers, no
 * home timelines, no mentioned accounts, no trends.
 *
 * @returns its id; ids follow the order of creation among the author's statuses
 */
export async function storeBackdatedStatus(tx: Tx, past: BackdatedStatus): Promise<string> {
  const { author, text, parent, visibility, media } = past
  await lockRow(tx.db, 'account', author.id)
  const id = await freeId(tx, past.createdAt)
  const status = {
    id,
    accountId: author.id,
    uri: statusUri(tx.config, author.username, id),
    url: statusUrl(tx.config, author.username, id),
    visibility: limitedTo(visibility, author.silenced),
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

/** The accounts that could vote are on another server, so the poll is closed at the latest now. */
function ended(poll: RemotePoll, now: number): RemotePoll {
  return { ...poll, expiresAt: Math.min(poll.expiresAt ?? now, now) }
}
