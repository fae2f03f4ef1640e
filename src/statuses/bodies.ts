import type { Selectable } from 'kysely'
import type { Rendering } from '../accounts/serializer.ts'
import { accountUrl, statusUrl, tagUrl } from '../addresses.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import type { StatusTable } from '../db/schema.ts'
import { type Emoji, type EmojiEntity, emojisIn, localEmojis } from '../emojis/emojis.ts'
import { emojisOf, loadRemoteEmojis, type RemoteEmojis } from '../emojis/remote.ts'
import { isoTime, type JsonText, toJson } from '../json.ts'
import { type MediaAttachment, presentMedia } from '../media/serializer.ts'
import { loadCards } from './cards/serializer.ts'

type StatusRow = Selectable<StatusTable>
interface MentionRow {
  status_id: string
  id: string
  username: string
  domain: string | null
  url: string
}
interface TagRow {
  status_id: string
  name: string
  display_name: string
}

/** What bodies are made of besides the status rows, each kind read once. */
interface BodyParts {
  usernames: Map<string, { username: string; domain: string | null; sensitized_at: number | null }>
  mentions: Map<string, MentionRow[]>
  tags: Map<string, TagRow[]>
  media: Map<string, MediaAttachment>
  emojis: ReadonlyMap<string, Emoji>
  remoteEmojis: RemoteEmojis
  cards: Awaited<ReturnType<typeof loadCards>>
}

interface Ids {
  ids: readonly string[]
}

const statusesOf = prepared((db, p: Ids) =>
  db
    .selectFrom('status')
    .selectAll()
    .where(idIn(db, 'id', p.ids)),
)

const authorsOf = prepared((db, p: Ids) =>
  db
    .selectFrom('account')
    .select(['id', 'username', 'domain', 'sensitized_at'])
    .where(idIn(db, 'id', p.ids)),
)

const mentionsIn = prepared((db, p: Ids) =>
  db
    .selectFrom('mention')
    .innerJoin('account', 'account.id', 'mention.account_id')
    .select([
      'mention.status_id',
      'account.id',
      'account.username',
      'account.domain',
      'account.url',
    ])
    .where(idIn(db, 'mention.status_id', p.ids))
    .where('mention.silent', '=', false)
    .orderBy('account.id'),
)

const tagsOf = prepared((db, p: Ids) =>
  db
    .selectFrom('status_tag')
    .innerJoin('tag', 'tag.id', 'status_tag.tag_id')
    .select(['status_tag.status_id', 'tag.name', 'tag.display_name'])
    .where(idIn(db, 'status_tag.status_id', p.ids))
    .orderBy('tag.id'),
)

const mediaOf = prepared((db, p: Ids) =>
  db
    .selectFrom('media_attachment')
    .selectAll()
    .where(idIn(db, 'id', p.ids)),
)

/**
 * Renders the bodies that are not kept yet, with the same number of queries for one as for many.
 * A body is the part of a status's JSON that is the same for every viewer and changes only with
 * `status.version`; it has no closing brace.
 */
export async function loadBodies(
  app: Rendering,
  heads: Iterable<{ id: string; version: number }>,
): Promise<void> {
  const missing: { id: string; version: number }[] = []
  for (const head of heads) {
    if (app.fragments.get('status', head.id, head.version) === undefined) missing.push(head)
  }
  if (missing.length === 0) return
  const ids = [...new Set(missing.map((head) => head.id))]
  const rows = await statusesOf(app.db, { ids })
  const parts = await loadParts(app, rows)
  const texts = new Map(
    rows.map((row) => [row.id, toJson(presentBody(app, row, parts)).slice(0, -1) as JsonText]),
  )
  for (const { id, version } of missing) {
    const text = texts.get(id)
    // An edit after the head was read shows already. That is kept under the version of the head:
    // nobody asks for it again, while a body of the new version might mix it with the next one.
    if (text === undefined) continue
    app.fragments.set('status', id, version, text)
    const uncredited = parts.cards.get(id)?.uncredited
    if (uncredited) app.fragments.set('status', creatorOf(id), version, toJson(uncredited))
  }
}

async function loadParts(app: Rendering, rows: StatusRow[]): Promise<BodyParts> {
  const ids = rows.map((row) => row.id)
  const mediaIds = rows.flatMap((row) => row.media_ids)
  const [authors, mentions, tags, media, emojis, cards] = await Promise.all([
    authorsOf(app.db, { ids: [...new Set(rows.map((row) => row.account_id))] }),
    mentionsIn(app.db, { ids }),
    tagsOf(app.db, { ids }),
    mediaIds.length === 0 ? [] : mediaOf(app.db, { ids: mediaIds }),
    app.cached.get(localEmojis),
    loadCards(app, ids),
  ])
  const usernames = new Map(authors.map((row) => [row.id, row]))
  const authored = rows.map((row) => ({
    domain: usernames.get(row.account_id)?.domain ?? null,
    texts: [row.spoiler_text, row.content],
  }))
  return {
    usernames,
    remoteEmojis: await loadRemoteEmojis(app.db, authored),
    mentions: Map.groupBy(mentions, (row) => row.status_id),
    tags: Map.groupBy(tags, (row) => row.status_id),
    media: new Map(media.map((row) => [row.id, row])),
    emojis,
    cards,
  }
}

function presentBody(app: Rendering, row: StatusRow, parts: BodyParts) {
  const { config } = app
  const author = parts.usernames.get(row.account_id)
  const media = row.media_ids.map((id) => parts.media.get(id)).filter((item) => item !== undefined)
  const local = author?.domain === null && row.reblog_of_id === null
  const own = {
    id: row.id,
    created_at: isoTime(row.created_at),
    in_reply_to_id: row.in_reply_to_id,
    in_reply_to_account_id: row.in_reply_to_account_id,
    visibility: row.visibility,
    // a reblog says nothing itself (S-561)
    language: row.reblog_of_id === null ? row.language : null,
    uri: row.uri,
    url: local ? statusUrl(config, author.username, row.id) : row.url,
  }
  // the rest of a reblog's JSON is its original's: see `reblogBody`
  if (row.reblog_of_id !== null) return own
  return {
    ...own,
    sensitive: row.sensitive || (author?.sensitized_at ?? null) !== null,
    spoiler_text: row.spoiler_text,
    edited_at: row.edited_at === null ? null : isoTime(row.edited_at),
    content: row.content,
    media_attachments: media.map((item) => presentMedia(config, item)),
    mentions: (parts.mentions.get(row.id) ?? []).map((mention) => ({
      id: mention.id,
      username: mention.username,
      url: mention.domain === null ? accountUrl(config, mention.username) : mention.url,
      acct: mention.domain === null ? mention.username : `${mention.username}@${mention.domain}`,
    })),
    tags: (parts.tags.get(row.id) ?? []).map((tag) => ({
      name: tag.name,
      url: tagUrl(config, tag.name),
    })),
    emojis: shownEmojis(config, row, author?.domain ?? null, parts),
    // the last member: see `splitCard`
    card: parts.cards.get(row.id)?.entity ?? null,
  }
}

function shownEmojis(
  config: Rendering['config'],
  { spoiler_text, text, content }: StatusRow,
  domain: string | null,
  { emojis, remoteEmojis }: BodyParts,
): EmojiEntity[] {
  const known = emojisOf(domain, emojis, remoteEmojis)
  return emojisIn(config, known, spoiler_text, domain === null ? text : content)
}

/** Under what the author is kept whom the page of a status's card names without being named by it. */
const creatorOf = (statusId: string) => `${statusId}/creator`

/** A body without its card, and the card from a leading comma on. */
export function splitCard(body: JsonText): [body: string, card: string] {
  const at = body.lastIndexOf(',"card":')
  return [body.slice(0, at), body.slice(at)]
}

/** Whether the viewer wrote the page of a status's card, as it says, without naming the page (S-551). */
export function lacksAttribution(
  { fragments }: Rendering,
  { id, version }: { id: string; version: number },
  viewerId: string,
): boolean {
  const creator = fragments.get('status', creatorOf(id), version)
  return creator !== undefined && JSON.parse(creator) === viewerId
}

const FIRST_SHARED_MEMBER = ',"sensitive":'

/** The body of a reblog: its own members, then those of its original, which change with that. */
export function reblogBody(own: JsonText, original: JsonText): JsonText {
  return (own + original.slice(original.indexOf(FIRST_SHARED_MEMBER))) as JsonText
}
