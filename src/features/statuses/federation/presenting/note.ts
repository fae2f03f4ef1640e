import { type Document, PUBLIC } from '../../../../kernel/activitypub/as2.ts'
import type { Config } from '../../../../kernel/base/config.ts'
import { isoTime } from '../../../../kernel/base/json.ts'
import { contextUri, followersUri, statusUrl, tagUrl } from '../../../../kernel/base/urls.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { findShortcodes } from '../../../../kernel/text/shortcodes.ts'
import { emojiDocument } from '../../../emojis/federation/document.ts'
import { effectivePolicy } from '../../quotes/approval.ts'
import { loadQuoteMembers } from '../../quotes/document.ts'
import type { QuotePolicy } from '../../tables.ts'
import { type Audience, audienceOf } from './addressing.ts'
import { presentAttachment } from './attachments.ts'
import { loadNoteRows, type MentionRow, type NoteRow, type NoteRows } from './note-rows.ts'
import { questionMembers } from './question.ts'

/** A local status as an AS2 object, and its recipients. */
export interface Presented extends Audience {
  /** Note or Question, without `@context` */
  note: Document
  /** of the author */
  actorUri: string
  /** ms since 1970 */
  createdAt: number
  editedAt: number | null
}

/**
 * Presents local statuses, with one query per kind of row.
 *
 * @param now ms since 1970: decides whether polls have ended
 * @returns by id; reblogs, deleted and remote ones are left out
 */
export async function loadNotes(
  db: Db,
  config: Config,
  statusIds: readonly string[],
  now: number,
): Promise<Map<string, Presented>> {
  if (statusIds.length === 0) return new Map()
  const rows = await loadNoteRows(db, config, statusIds)
  const quotes = await loadQuoteMembers(
    db,
    rows.statuses.map((row) => row.quote_id).filter((id) => id !== null),
  )
  const presented = rows.statuses.map((row) => {
    const { note, ...audience } = present(config, row, rows, now)
    const quote = quotes.get(row.quote_id ?? '') ?? {}
    return [row.id, { ...audience, note: { ...note, ...quote } }] as const
  })
  return new Map(presented)
}

function present(config: Config, row: NoteRow, rows: NoteRows, now: number): Presented {
  const mentions = rows.mentions.get(row.id) ?? []
  const audience = audienceOf(row.visibility, row.author_uri, mentions.flatMap(namedUris))
  const options = row.poll_id === null ? [] : (rows.polls.get(row.poll_id) ?? [])
  const { language } = row
  const note: Document = {
    id: row.uri,
    type: options.length === 0 ? 'Note' : 'Question',
    summary: row.spoiler_text === '' ? null : row.spoiler_text,
    inReplyTo: row.parent_uri,
    ...approvalMembers(row),
    published: isoTime(row.created_at),
    ...(row.edited_at === null ? {} : { updated: isoTime(row.edited_at) }),
    url: statusUrl(config, row.username, row.id),
    attributedTo: row.author_uri,
    ...audience,
    sensitive: row.sensitive || row.sensitized_at !== null,
    ...conversationMembers(config, row),
    content: row.content,
    ...(language === null ? {} : { contentMap: { [language]: row.content } }),
    interactionPolicy: interactionPolicy(row),
    attachment: attachmentsOf(config, row, rows),
    tag: tagsOf(config, row, rows, mentions),
    replies: repliesOf(row, rows),
    likes: countOf(`${row.uri}/likes`, row.favourites_count),
    shares: countOf(`${row.uri}/shares`, row.reblogs_count),
    ...questionMembers(options, now),
  }
  const { author_uri: actorUri, created_at: createdAt, edited_at: editedAt } = row
  return { note, ...audience, actorUri, createdAt, editedAt }
}

/** A mention of a group also addresses the group's members. */
function namedUris({ uri, actor_type, followers_uri }: MentionRow): string[] {
  return actor_type === 'Group' && followers_uri !== null ? [uri, followers_uri] : [uri]
}

/** `context` as in FEP-7888; Mastodon before 4.5 and Pleroma group by `conversation`. */
function conversationMembers(config: Config, row: NoteRow): Document {
  const { conversation_id, conversation_uri } = row
  if (conversation_uri !== null) {
    const isAddress = /^https?:/.test(conversation_uri)
    return { conversation: conversation_uri, ...(isAddress ? { context: conversation_uri } : {}) }
  }
  if (conversation_id === null || row.beginning_here === null) return {}
  const context = contextUri(config, conversation_id)
  return { conversation: context, context }
}

/** Approval of a reply, as GoToSocial spells it up to 0.19 and from 0.20 on. */
function approvalMembers({ reply_approval_uri: uri }: NoteRow): Document {
  return uri === null ? {} : { approvedBy: uri, replyAuthorization: uri }
}

/** The quote policy. @see https://w3id.org/fep/044f */
function interactionPolicy(row: NoteRow): Document {
  const { author_uri } = row
  const approved: Record<QuotePolicy, string> = {
    public: PUBLIC,
    followers: followersUri(author_uri),
    nobody: author_uri,
  }
  return { canQuote: { automaticApproval: [approved[effectivePolicy(row)]] } }
}

function attachmentsOf(config: Config, row: NoteRow, { media }: NoteRows): Document[] {
  return row.media_ids
    .map((id) => media.get(id))
    .filter((item) => item !== undefined)
    .map((item) => presentAttachment(config, item))
    .filter((item) => item !== null)
}

function tagsOf(
  config: Config,
  row: NoteRow,
  { tags, emojis, polls, collections }: NoteRows,
  mentions: readonly MentionRow[],
): Document[] {
  const titles = (polls.get(row.poll_id ?? '') ?? []).map((option) => option.title)
  const codes = [row.spoiler_text, row.text, ...titles].flatMap((text) => findShortcodes(text))
  const used = [...new Set(codes)].map((code) => emojis.get(code))
  return [
    ...mentions.map(({ uri, username, domain }) => ({
      type: 'Mention',
      href: uri,
      name: `@${username}@${domain ?? config.handleDomain}`,
    })),
    ...(tags.get(row.id) ?? []).map(({ name }) => ({
      type: 'Hashtag',
      href: tagUrl(config, name),
      name: `#${name}`,
    })),
    ...used.filter((emoji) => emoji !== undefined).map((emoji) => emojiDocument(config, emoji)),
    ...(collections.get(row.id) ?? []),
  ]
}

/** The author's own first replies, and the page where the other replies start. */
function repliesOf({ id, uri }: NoteRow, { selfReplies }: NoteRows): Document {
  const own = selfReplies.get(id) ?? []
  const last = own.at(-1)
  const place = `${uri}/replies`
  const rest = last === undefined ? 'only_other_accounts=true' : `min_id=${last.id}`
  return {
    id: place,
    type: 'Collection',
    first: {
      type: 'CollectionPage',
      partOf: place,
      items: own.map((reply) => reply.uri),
      next: `${place}?${rest}&page=true`,
    },
  }
}

function countOf(id: string, totalItems: number): Document {
  return { id, type: 'Collection', totalItems }
}
