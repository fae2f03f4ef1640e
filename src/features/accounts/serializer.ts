import { DAY } from '../../kernel/base/durations.ts'
import { isoDay, isoTime, type JsonText, toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { type EmojiEntity, emojisIn, localEmojis } from '../emojis/emojis.ts'
import { emojisOf, loadRemoteEmojis, type RemoteEmojis } from '../emojis/remote.ts'
import { roles } from '../roles/roles.ts'
import { presentFeatureApproval } from './feature-policy.ts'
import { findMentioned, mentionHandles } from './mentioned.ts'
import { noteHtml, presentFields } from './note.ts'
import { NO_SHOWN_PICTURES, pictureUrls } from './picture-urls.ts'

/** The parts of the app that rendering needs. */
export type Rendering = Pick<
  App,
  'db' | 'config' | 'cached' | 'fragments' | 'versioned' | 'clock' | 'deferredJobs'
>

/**
 * Loading and presenting must share the result of this function, as concurrent requests evict
 * fragments.
 */
export function forOnePage(app: Rendering): Rendering {
  const { db, config, cached, versioned, clock, fragments, deferredJobs } = app
  return { db, config, cached, versioned, clock, deferredJobs, fragments: fragments.hold() }
}

/** The parts of an account's JSON that are not cached: every page reads them again. */
export interface AccountCounters {
  id: string
  version: number
  moved_to_id: string | null
  followers_count: number
  following_count: number
  statuses_count: number
  last_status_at: number | null
}

/** Columns of an `AccountCounters`, of `account` and `account_stats`. */
export const COUNTER_COLUMNS = [
  'account.id',
  'account.version',
  'account.moved_to_id',
  'account_stats.followers_count',
  'account_stats.following_count',
  'account_stats.statuses_count',
  'account_stats.last_status_at',
] as const

const countersByIds = prepared((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('account')
    .innerJoin('account_stats', 'account_stats.account_id', 'account.id')
    .where(idIn(db, 'account.id', p.ids))
    .select(COUNTER_COLUMNS),
)

/**
 * Renders accounts without an access check, which the caller has done.
 * @returns the entity by id; ids that do not exist are absent
 * @see https://docs.joinmastodon.org/entities/Account/
 */
export async function loadAccounts(
  app: Rendering,
  ids: Iterable<string>,
): Promise<Map<string, JsonText>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const accounts: AccountCounters[] = await countersByIds(app.db, { ids: wanted })
  const moved = accounts.map((account) => account.moved_to_id).filter((id) => id !== null)
  const targets: AccountCounters[] =
    moved.length === 0 ? [] : await countersByIds(app.db, { ids: moved })
  const page = forOnePage(app)
  await loadAccountFragments(page, [...accounts, ...targets])
  const targetById = new Map(targets.map((account) => [account.id, account]))
  return new Map(
    accounts.map((account) => {
      const target = account.moved_to_id === null ? undefined : targetById.get(account.moved_to_id)
      const text = presentAccount(page, account)
      return [account.id, target ? extendMoved(text, presentAccount(page, target)) : text]
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

/** The entity of a row whose fragment was loaded by `loadAccountFragments`. */
export function presentAccount(app: Rendering, account: AccountCounters): JsonText {
  const text = presentCachedAccount(app, account)
  if (text === undefined) throw new Error(`account ${account.id} was not loaded before presenting`)
  return text
}

/** As `presentAccount`, or undefined if the fragment is not cached. */
export function presentCachedAccount(
  app: Rendering,
  account: AccountCounters,
): JsonText | undefined {
  const members = cachedAccountMembers(app, account)
  return members === undefined ? undefined : (`${members}}` as JsonText)
}

/** As `presentCachedAccount` without the closing brace, so that the caller can add members. */
export function cachedAccountMembers(app: Rendering, account: AccountCounters): string | undefined {
  const fragment = app.fragments.get('account', account.id, account.version)
  if (fragment === undefined) return undefined
  const day = account.last_status_at === null ? 'null' : `"${isoDay(account.last_status_at)}"`
  return `${fragment},"followers_count":${account.followers_count},"following_count":${account.following_count},"statuses_count":${account.statuses_count},"last_status_at":${day}`
}

/** Renders the fragments that are not cached yet, in one query however many accounts there are. */
export async function loadAccountFragments(
  app: Rendering,
  accounts: Iterable<Pick<AccountCounters, 'id' | 'version'>>,
): Promise<void> {
  const missing: Pick<AccountCounters, 'id' | 'version'>[] = []
  for (const account of accounts) {
    if (app.fragments.get('account', account.id, account.version) === undefined)
      missing.push(account)
  }
  if (missing.length === 0) return
  const rows = await accountRows(app, [...new Set(missing.map((account) => account.id))])
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
    // a change made after the row was read is already included, under the row's version
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
  /** local custom emojis */
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

const BLANK = {
  display_name: '',
  note: '',
  fields: [],
  ...NO_SHOWN_PICTURES,
}
