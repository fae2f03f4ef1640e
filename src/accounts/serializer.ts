import type { App } from '../app.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import { type EmojiEntity, emojisIn, localEmojis } from '../emojis/emojis.ts'
import { emojisOf, loadRemoteEmojis, type RemoteEmojis } from '../emojis/remote.ts'
import { isoDay, isoTime, type JsonText, toJson } from '../json.ts'
import { roles } from '../roles/roles.ts'
import { presentFeatureApproval } from './feature-policy.ts'
import { findMentioned, mentionHandles } from './mentioned.ts'
import { noteHtml, presentFields } from './note.ts'
import { NO_SHOWN_PICTURES, pictureUrls } from './picture-urls.ts'

/** What rendering needs of the app. */
export type Rendering = Pick<
  App,
  'db' | 'config' | 'cached' | 'fragments' | 'kept' | 'clock' | 'suggestions'
>

/** What is loaded and then presented must go through one of these, as others render meanwhile. */
export function forOnePage(app: Rendering): Rendering {
  const { db, config, cached, kept, clock, fragments, suggestions } = app
  return { db, config, cached, kept, clock, suggestions, fragments: fragments.hold() }
}

/** The parts of an account's JSON that are not kept: read anew for every page. */
export interface AccountHead {
  id: string
  version: number
  moved_to_id: string | null
  followers_count: number
  following_count: number
  statuses_count: number
  last_status_at: number | null
}

/** Columns of a head, of `account` and `account_stats`. */
export const HEAD_COLUMNS = [
  'account.id',
  'account.version',
  'account.moved_to_id',
  'account_stats.followers_count',
  'account_stats.following_count',
  'account_stats.statuses_count',
  'account_stats.last_status_at',
] as const

const headsByIds = prepared((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('account')
    .innerJoin('account_stats', 'account_stats.account_id', 'account.id')
    .where(idIn(db, 'account.id', p.ids))
    .select(HEAD_COLUMNS),
)

/**
 * Renders accounts, whoever may see them: the caller has decided that.
 * @returns the entity by id; ids that do not exist are absent
 * @see https://docs.joinmastodon.org/entities/Account/
 */
export async function loadAccounts(
  app: Rendering,
  ids: Iterable<string>,
): Promise<Map<string, JsonText>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const heads: AccountHead[] = await headsByIds(app.db, { ids: wanted })
  const moved = heads.map((head) => head.moved_to_id).filter((id) => id !== null)
  const targets: AccountHead[] = moved.length === 0 ? [] : await headsByIds(app.db, { ids: moved })
  const page = forOnePage(app)
  await loadAccountFragments(page, [...heads, ...targets])
  const targetById = new Map(targets.map((head) => [head.id, head]))
  return new Map(
    heads.map((head) => {
      const target = head.moved_to_id === null ? undefined : targetById.get(head.moved_to_id)
      const text = presentAccount(page, head)
      return [head.id, target ? extendMoved(text, presentAccount(page, target)) : text]
    }),
  )
}

function extendMoved(account: JsonText, target: JsonText): JsonText {
  return `${account.slice(0, -1)},"moved":${target}}` as JsonText
}

/** Renders accounts in the order of the ids; ids that do not exist are left out. */
export async function renderAccounts(app: Rendering, ids: readonly string[]): Promise<JsonText[]> {
  const accounts = await loadAccounts(app, ids)
  return ids.map((id) => accounts.get(id)).filter((text) => text !== undefined)
}

/** The entity of a head whose fragment was loaded by `loadAccountFragments`. */
export function presentAccount(app: Rendering, head: AccountHead): JsonText {
  const text = presentKeptAccount(app, head)
  if (text === undefined) throw new Error(`account ${head.id} was not loaded before presenting`)
  return text
}

/** The same, or undefined if the fragment is not kept. */
export function presentKeptAccount(app: Rendering, head: AccountHead): JsonText | undefined {
  const members = keptAccountMembers(app, head)
  return members === undefined ? undefined : (`${members}}` as JsonText)
}

/** The same without its closing brace, for whoever adds members. */
export function keptAccountMembers(app: Rendering, head: AccountHead): string | undefined {
  const fragment = app.fragments.get('account', head.id, head.version)
  if (fragment === undefined) return undefined
  const day = head.last_status_at === null ? 'null' : `"${isoDay(head.last_status_at)}"`
  return `${fragment},"followers_count":${head.followers_count},"following_count":${head.following_count},"statuses_count":${head.statuses_count},"last_status_at":${day}`
}

/** Renders what is not kept yet, in one query however many accounts there are. */
export async function loadAccountFragments(
  app: Rendering,
  heads: Iterable<Pick<AccountHead, 'id' | 'version'>>,
): Promise<void> {
  const missing: Pick<AccountHead, 'id' | 'version'>[] = []
  for (const head of heads) {
    if (app.fragments.get('account', head.id, head.version) === undefined) missing.push(head)
  }
  if (missing.length === 0) return
  const rows = await accountRows(app, [...new Set(missing.map((head) => head.id))])
  const [emojis, knownRoles] = await Promise.all([
    app.cached.get(localEmojis),
    app.cached.get(roles),
  ])
  const mentioned = await findMentioned(
    app.db,
    app.config,
    rows.flatMap((row) => (row.domain === null ? mentionHandles(row.note) : [])),
  )
  const remote = await loadRemoteEmojis(app.db, rows.map(authoredTexts))
  const texts = new Map<string, JsonText>()
  for (const row of rows) {
    const role = row.role_id === null ? undefined : knownRoles.get(row.role_id)
    const shown = presentRow(app, row, { emojis, remote, mentioned })
    const highlighted = role?.highlighted
      ? [{ id: role.id, name: role.name, color: role.color }]
      : []
    const entity = row.domain === null ? { ...shown, roles: highlighted } : shown
    texts.set(row.id, toJson(entity).slice(0, -1) as JsonText)
  }
  for (const { id, version } of missing) {
    const text = texts.get(id)
    // a change after the head was read shows already, under the version that was asked for
    if (text !== undefined) app.fragments.set('account', id, version, text)
  }
}

type AccountRow = Awaited<ReturnType<typeof accountRows>>[number]

async function accountRows(app: Rendering, ids: string[]) {
  return app.db
    .selectFrom('account')
    .leftJoin('local_user', 'local_user.account_id', 'account.id')
    .where(idIn(app.db, 'account.id', ids))
    .selectAll('account')
    .select('local_user.role_id')
    .execute()
}

interface Parts {
  /** local ones */
  emojis: Parameters<typeof emojisIn>[1]
  remote: RemoteEmojis
  mentioned: Parameters<typeof noteHtml>[2]
}

function presentRow({ config }: Rendering, row: AccountRow, parts: Parts) {
  const suspended = row.suspended_at !== null
  const local = row.domain === null
  const shown = suspended ? BLANK : row
  return {
    id: row.id,
    username: row.username,
    acct: local ? row.username : `${row.username}@${row.domain}`,
    display_name: shown.display_name,
    locked: row.locked,
    bot: row.bot,
    discoverable: suspended ? false : row.discoverable,
    indexable: suspended ? false : row.indexable,
    group: row.actor_type === 'Group',
    created_at: isoTime(Math.floor(row.created_at / DAY) * DAY),
    note: local ? noteHtml(config, shown.note, parts.mentioned) : shown.note,
    url: row.url,
    uri: row.uri,
    ...pictureUrls(config, row.id, shown),
    hide_collections: row.hide_collections,
    show_media: row.show_media,
    show_media_replies: row.show_media_replies,
    show_featured: row.show_featured,
    feature_approval: presentFeatureApproval(row),
    ...(local ? { noindex: !row.indexable } : {}),
    ...(suspended ? { suspended: true } : {}),
    ...(row.silenced_at === null ? {} : { limited: true }),
    ...(row.memorial ? { memorial: true } : {}),
    emojis: suspended ? [] : shownEmojis(config, row, parts),
    fields: presentFields(shown.fields, local ? 'formatted' : 'as they are'),
  }
}

function shownEmojis(
  config: Rendering['config'],
  row: AccountRow,
  { emojis, remote }: Parts,
): EmojiEntity[] {
  return emojisIn(config, emojisOf(row.domain, emojis, remote), ...textsOf(row))
}

function textsOf(row: AccountRow): string[] {
  const fields = row.fields.flatMap((field) => [field.name, field.value])
  return [row.display_name, row.note, ...fields]
}

function authoredTexts(row: AccountRow) {
  return { domain: row.domain, texts: textsOf(row) }
}

const DAY = 86_400_000

const BLANK = {
  display_name: '',
  note: '',
  fields: [],
  ...NO_SHOWN_PICTURES,
}
