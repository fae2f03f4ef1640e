import type { Selectable } from 'kysely'
import { isoTime, toJson, toMembers } from '../../../kernel/base/json.ts'
import { accountUrl, statusUrl, tagUrl } from '../../../kernel/base/urls.ts'
import type { StatusParts } from '../../../kernel/cache/fragment-cache.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import type { Rendering } from '../../accounts/serializer.ts'
import type { AccountTable } from '../../accounts/tables.ts'
import { type Emoji, type EmojiEntity, emojisIn, localEmojis } from '../../emojis/emojis.ts'
import { emojisOf, loadRemoteEmojis, type RemoteEmojis } from '../../emojis/remote.ts'
import { type MediaAttachment, presentMedia } from '../../media/serializer.ts'
import { loadCards } from '../cards/serializer.ts'
import type { StatusTable } from '../tables.ts'

/** A status with its author. */
type StatusRow = Selectable<StatusTable> &
  Pick<Selectable<AccountTable>, 'username' | 'domain' | 'sensitized_at'>
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

/** Data that bodies need besides the status rows; each kind takes one query. */
interface BodyParts {
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
    .innerJoin('account', 'account.id', 'status.account_id')
    .selectAll('status')
    .select(['account.username', 'account.domain', 'account.sensitized_at'])
    .where(idIn(db, 'status.id', p.ids)),
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
 * Renders the bodies that are not cached yet; the number of queries does not depend on the number
 * of statuses. A body is the part of a status's JSON that is the same for every viewer and changes
 * only with `status.version`.
 */
export async function loadBodies(
  app: Rendering,
  listed: Iterable<{ id: string; version: number }>,
): Promise<void> {
  const missing: { id: string; version: number }[] = []
  for (const row of listed) {
    if (app.fragments.get('status', row.id, row.version) === undefined) missing.push(row)
  }
  if (missing.length === 0) return
  const ids = [...new Set(missing.map((row) => row.id))]
  const { rows, parts } = await loadRows(app, ids)
  const bodies = new Map(rows.map((row) => [row.id, presentBody(app, row, parts)]))
  for (const { id, version } of missing) {
    const body = bodies.get(id)
    // An edit made after the row was read is already in this body. It is cached under the row's
    // version, which nobody requests again; under the new version it could replace the body of a
    // still later edit.
    if (body !== undefined) app.fragments.set('status', id, version, body)
  }
}

async function loadRows(
  app: Rendering,
  ids: readonly string[],
): Promise<{ rows: StatusRow[]; parts: BodyParts }> {
  const [rows, mentions, tags, emojis, cards] = await Promise.all([
    statusesOf(app.db, { ids }),
    mentionsIn(app.db, { ids }),
    tagsOf(app.db, { ids }),
    app.cached.get(localEmojis),
    loadCards(app, ids),
  ])
  const mediaIds = rows.flatMap((row) => row.media_ids)
  const authored = rows.map(({ domain, spoiler_text, content }) => ({
    domain,
    texts: [spoiler_text, content],
  }))
  const [media, remoteEmojis] = await Promise.all([
    mediaIds.length === 0 ? [] : mediaOf(app.db, { ids: mediaIds }),
    loadRemoteEmojis(app.db, authored),
  ])
  const parts: BodyParts = {
    remoteEmojis,
    mentions: Map.groupBy(mentions, (row) => row.status_id),
    tags: Map.groupBy(tags, (row) => row.status_id),
    media: new Map(media.map((row) => [row.id, row])),
    emojis,
    cards,
  }
  return { rows, parts }
}

const NO_CARD = toJson(null)

function presentBody(app: Rendering, row: StatusRow, parts: BodyParts): StatusParts {
  const card = parts.cards.get(row.id)
  return {
    own: toMembers(ownMembers(app, row)),
    shared: row.reblog_of_id === null ? toMembers(sharedMembers(app, row, parts)) : '',
    card: card === undefined ? NO_CARD : toJson(card.entity),
    uncreditedId: card?.uncredited ?? null,
  }
}

function ownMembers({ config }: Rendering, row: StatusRow) {
  const local = row.domain === null && row.reblog_of_id === null
  return {
    id: row.id,
    created_at: isoTime(row.created_at),
    in_reply_to_id: row.in_reply_to_id,
    in_reply_to_account_id: row.in_reply_to_account_id,
    visibility: row.visibility,
    // a reblog has no content of its own (S-561)
    language: row.reblog_of_id === null ? row.language : null,
    uri: row.uri,
    url: local ? statusUrl(config, row.username, row.id) : row.url,
  }
}

function sharedMembers({ config }: Rendering, row: StatusRow, parts: BodyParts) {
  const media = row.media_ids.map((id) => parts.media.get(id)).filter((item) => item !== undefined)
  return {
    sensitive: row.sensitive || row.sensitized_at !== null,
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
    emojis: shownEmojis(config, row, parts),
  }
}

function shownEmojis(
  config: Rendering['config'],
  { spoiler_text, text, content, domain }: StatusRow,
  { emojis, remoteEmojis }: BodyParts,
): EmojiEntity[] {
  const known = emojisOf(domain, emojis, remoteEmojis)
  return emojisIn(config, known, spoiler_text, domain === null ? text : content)
}

/**
 * Whether the page of a status's card names the viewer as its author, while the viewer's account
 * does not name the page (S-551).
 */
export function lacksAttribution(
  { fragments }: Rendering,
  { id, version }: { id: string; version: number },
  viewerId: string,
): boolean {
  return fragments.get('status', id, version)?.uncreditedId === viewerId
}
