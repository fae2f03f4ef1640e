import { NotFound } from '../../../kernel/base/errors.ts'
import { type JsonText, toJson } from '../../../kernel/base/json.ts'
import {
  forOnePage,
  loadAccountFragments,
  presentCachedAccount,
  type Rendering,
} from '../../accounts/serializer.ts'
import { type FilteringViewer, loadFilters } from '../../filters/viewer-filters.ts'
import { loadPolls, type PollTexts } from '../../polls/serializer.ts'
import { presentQuoteApproval } from '../quotes/approval.ts'
import { loadFollowed, loadQuotes } from '../quotes/serializer.ts'
import { loadReactions } from '../reactions/serializer.ts'
import { loadLinked } from '../write/collections.ts'
import { applicationOf, loadApplications } from './applications.ts'
import { lacksAttribution, loadBodies } from './bodies.ts'
import { type Filtering, presentFiltered } from './filtering/filtered.ts'
import { type ListedStatus, loadAllListedStatuses, loadListedStatuses } from './status-rows.ts'
import { presentViewerFlags } from './viewer-flags.ts'
import { loadViewerFlags } from './viewer-parts.ts'

/** The viewer of a request; null: no signed-in viewer. */
export type Asking = FilteringViewer | null

/** The viewer's data that the rendered statuses need. */
export interface StatusView {
  /** null: no signed-in viewer */
  viewerId: string | null
  originals: ReadonlyMap<string, ListedStatus>
  /** sums of `VIEWER_FLAGS`, for rows that lack `viewer_flags` */
  flags: ReadonlyMap<string, number>
  polls: PollTexts
  /** reactions, quotes and collections, by status; most statuses have none */
  extras: ReadonlyMap<string, Extras>
  /** ids of followed authors, among the authors who let followers quote */
  followed: ReadonlySet<string>
  /** null: the viewer has no filters */
  filtering: Filtering | null
}

/** Parts of a status that depend on the viewer and need queries of their own. */
export interface Extras {
  quote: JsonText
  collections: JsonText
  reactions: JsonText
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>()
const NOBODY: ReadonlySet<string> = new Set<string>()

/**
 * `whole` renders the quoted status; `shallow`, used inside a quoted status, only names it (S-336).
 */
type Depth = 'whole' | 'shallow'

/**
 * Renders statuses in the order of their rows. The queries behind the rows already applied
 * `visibleTo`; a reblog whose original the viewer may not see is left out.
 *
 * The number of queries does not depend on the number of statuses.
 * @see https://docs.joinmastodon.org/entities/Status/
 */
export async function renderListedStatuses(
  app: Rendering,
  asking: Asking,
  listed: readonly ListedStatus[],
): Promise<JsonText[]> {
  const texts = await renderEach(app, asking, listed)
  return texts.filter((text) => text !== null)
}

/** Renders the statuses that the viewer may see; the others are absent. */
export async function loadStatuses(
  app: Rendering,
  asking: Asking,
  ids: Iterable<string>,
): Promise<Map<string, JsonText>> {
  const listed = [
    ...(await loadListedStatuses(app.db, asking?.id ?? null, [...new Set(ids)])).values(),
  ]
  return loadListedTexts(app, asking, listed)
}

/**
 * Renders statuses whatever their visibility, including deleted statuses whose rows remain (S-152).
 */
export async function loadStatusesForStaff(
  app: Rendering,
  asking: Asking,
  ids: Iterable<string>,
): Promise<Map<string, JsonText>> {
  const listed = [
    ...(await loadAllListedStatuses(app.db, asking?.id ?? null, [...new Set(ids)])).values(),
  ]
  return loadListedTexts(app, asking, listed, loadAllListedStatuses)
}

/** As `renderListedStatuses`, by status id. */
export async function loadListedTexts(
  app: Rendering,
  asking: Asking,
  listed: readonly ListedStatus[],
  find = loadListedStatuses,
): Promise<Map<string, JsonText>> {
  const texts = await renderEach(app, asking, listed, { find })
  const result = new Map<string, JsonText>()
  for (const [at, row] of listed.entries()) {
    const text = texts[at]
    if (text) result.set(row.id, text)
  }
  return result
}

/** @throws NotFound if there is no such status or the viewer may not see it */
export async function renderStatus(app: Rendering, asking: Asking, id: string): Promise<JsonText> {
  const listed = await loadListedStatuses(app.db, asking?.id ?? null, [id])
  const [text] = await renderEach(app, asking, [...listed.values()])
  if (!text) throw new NotFound()
  return text
}

/** As `renderListedStatuses`, with null in place of each status that is left out. */
export async function renderEach(
  app: Rendering,
  asking: Asking,
  listed: readonly ListedStatus[],
  {
    depth = 'whole',
    find = loadListedStatuses,
  }: { depth?: Depth; find?: typeof loadListedStatuses } = {},
): Promise<(JsonText | null)[]> {
  const viewerId = asking?.id ?? null
  const originalIds = listed.map((row) => row.reblog_of_id).filter((id) => id !== null)
  const originals = originalIds.length === 0 ? NONE : await find(app.db, viewerId, originalIds)
  const filtering = await filteringOf(app, asking)
  const empty = { flags: NONE, polls: NONE, extras: NONE, followed: NOBODY }
  const known = { viewerId, originals, filtering, ...empty }
  const view = await loadView(app, listed, { asking, known, depth })
  const texts = presentAll(app, listed, view)
  if (texts !== null) return texts
  const page = forOnePage(app)
  await loadStatusFragments(page, [...listed, ...originals.values()])
  // a status removed from the database meanwhile is left out
  return listed.map((row) => presentListedStatus(page, row, view) ?? null)
}

async function filteringOf(app: Rendering, asking: Asking): Promise<Filtering | null> {
  const filters = asking === null ? null : await loadFilters(app, asking)
  return filters === null ? null : { filters, by: 'keywords and statuses' }
}

/** Data that the status rows lack; most pages need none. */
async function loadView(
  app: Rendering,
  listed: readonly ListedStatus[],
  { asking, known: view, depth }: { asking: Asking; known: StatusView; depth: Depth },
): Promise<StatusView> {
  const { viewerId, originals } = view
  const lacks = (row: ListedStatus) => viewerId !== null && row.viewer_flags === undefined
  const isPlain = (row: ListedStatus) =>
    row.poll_id === null && !lacks(row) && !hasExtras(row) && !letsFollowersQuote(row)
  if (originals.size === 0 && listed.every(isPlain)) return view
  const shown = [...listed.filter((row) => row.reblog_of_id === null), ...originals.values()]
  const flagless = shown.filter(lacks)
  const pollIds = shown.map((row) => row.poll_id).filter((id) => id !== null)
  const extended = shown.filter(hasExtras)
  const askable = viewerId === null ? [] : shown.filter(letsFollowersQuote)
  if (flagless.length + pollIds.length + extended.length + askable.length === 0) return view
  const [flags, polls, extras, followed] = await Promise.all([
    viewerId === null || flagless.length === 0 ? NONE : loadViewerFlags(app.db, viewerId, flagless),
    loadPolls(app, viewerId, pollIds),
    loadExtras(app, asking, extended, depth),
    viewerId === null ? NOBODY : loadFollowed(app.db, viewerId, askable),
  ])
  return { ...view, flags, polls, extras, followed }
}

/** Whether `loadExtras` returns something for a status. */
export function hasExtras(row: ListedStatus): boolean {
  return row.reactions_count > 0 || row.quote_id !== null || row.links_collections
}

function letsFollowersQuote(row: ListedStatus): boolean {
  return row.quote_policy === 'followers'
}

/** Reactions, quotes and collections of these statuses, as one viewer sees them. */
export async function loadExtras(
  app: Rendering,
  asking: Asking,
  listed: readonly ListedStatus[],
  depth: Depth = 'whole',
): Promise<ReadonlyMap<string, Extras>> {
  if (listed.length === 0) return NONE
  const viewerId = asking?.id ?? null
  const [reactions, quotes, linked] = await Promise.all([
    loadReactions(
      app,
      viewerId,
      listed.filter((row) => row.reactions_count > 0).map((row) => row.id),
    ),
    loadQuotes(
      app,
      viewerId,
      listed.map((row) => row.quote_id).filter((id) => id !== null),
      depth === 'shallow'
        ? null
        : (quoted) => renderEach(app, asking, quoted, { depth: 'shallow' }),
    ),
    loadLinked(
      app,
      viewerId,
      listed.filter((row) => row.links_collections).map((row) => row.id),
    ),
  ])
  return new Map(
    listed.map((row) => [
      row.id,
      {
        quote: quotes.get(row.quote_id ?? '') ?? toJson(null),
        collections: linked.get(row.id) ?? toJson([]),
        reactions: toJson(reactions.get(row.id) ?? []),
      },
    ]),
  )
}

/** @returns null if a fragment is not cached */
function presentAll(
  app: Rendering,
  listed: readonly ListedStatus[],
  view: StatusView,
): (JsonText | null)[] | null {
  const texts: (JsonText | null)[] = []
  for (const row of listed) {
    const text = presentListedStatus(app, row, view)
    if (text === undefined) return null
    texts.push(text)
  }
  return texts
}

/**
 * Renders the fragments that are not cached yet, so that `presentListedStatus` needs only a view besides.
 */
export async function loadStatusFragments(
  app: Rendering,
  listed: readonly ListedStatus[],
): Promise<void> {
  await Promise.all([
    loadBodies(app, listed),
    loadAccountFragments(app, listed.map(accountCounters)),
    loadApplications(app, listed),
  ])
}

/**
 * The entity of a status row.
 * @returns null for a reblog whose original is not in the view; undefined if a fragment of the
 * status or of its original is not cached
 */
export function presentListedStatus(
  app: Rendering,
  row: ListedStatus,
  view: StatusView,
): JsonText | null | undefined {
  const { reblog_of_id: id } = row
  const shown = id === null ? row : view.originals.get(id)
  if (shown === undefined) return null
  const filtered = filteredPart(app, row, shown, view)
  if (filtered === undefined) return undefined
  const original = presentOne(app, shown, shown, { reblog: 'null', filtered }, view)
  if (original === undefined || row === shown) return original
  return presentOne(app, row, shown, { reblog: original, filtered }, view)
}

const NOT_FILTERED = ',"filtered":[]'

/** Starts with a comma; the same text for a reblog and its original (S-114). */
function filteredPart(
  app: Rendering,
  row: ListedStatus,
  shown: ListedStatus,
  { filtering, polls }: StatusView,
): string | undefined {
  if (filtering === null) return NOT_FILTERED
  const poll = polls.get(shown.poll_id ?? '') ?? null
  const results = presentFiltered(app, filtering, { row, shown, poll })
  return results && `,"filtered":${results}`
}

/** @param shown the status whose counters and flags are rendered: the original of a reblog */
function presentOne(
  app: Rendering,
  row: ListedStatus,
  shown: ListedStatus,
  { reblog, filtered }: { reblog: string; filtered: string },
  view: StatusView,
): JsonText | undefined {
  const poll = shown.poll_id === null ? 'null' : (view.polls.get(shown.poll_id) ?? 'null')
  // for most statuses the JSON up to here is the same for all viewers
  const extras = view.extras.get(shown.id)
  const plain = row === shown && shown.poll_id === null && extras === undefined
  const parts = { reblog, poll, extras }
  const common = plain ? cachedCommon(app, row) : presentCommon(app, row, shown, parts)
  if (common === undefined) return undefined
  const viewer =
    view.viewerId === null
      ? presentQuoteApproval(shown, null, false)
      : viewerPart(view.viewerId, shown, view, { reblog, filtered })
  return `${withAttribution(app, common, shown, view)}${viewer}}` as JsonText
}

/** Signed-in viewers get `missing_attribution`; most statuses have no card. */
function withAttribution(
  app: Rendering,
  common: JsonText,
  shown: ListedStatus,
  { viewerId }: StatusView,
): string {
  if (viewerId === null || !common.endsWith('}')) return common
  const lacks = lacksAttribution(app, shown, viewerId)
  return `${common.slice(0, -1)},"missing_attribution":${lacks}}`
}

function cachedCommon(app: Rendering, row: ListedStatus): JsonText | undefined {
  const known = app.fragments.getMade(row, rendersAlike)
  if (known !== undefined) return known
  const parts = { reblog: 'null', poll: 'null', extras: undefined }
  const common = presentCommon(app, row, row, parts)
  if (common !== undefined) app.fragments.setMade(row, common)
  return common
}

/** Whether two rows of one status render alike: compares every column that `presentCommon` uses. */
function rendersAlike(one: ListedStatus, other: ListedStatus): boolean {
  return (
    one.version === other.version &&
    one.account_version === other.account_version &&
    one.replies_count === other.replies_count &&
    one.reblogs_count === other.reblogs_count &&
    one.favourites_count === other.favourites_count &&
    one.quotes_count === other.quotes_count &&
    one.followers_count === other.followers_count &&
    one.following_count === other.following_count &&
    one.statuses_count === other.statuses_count &&
    one.last_status_at === other.last_status_at
  )
}

/** The JSON that does not depend on the viewer, without the closing brace; the card comes last. */
function presentCommon(
  app: Rendering,
  row: ListedStatus,
  shown: ListedStatus,
  { reblog, poll, extras }: { reblog: string; poll: string; extras: Extras | undefined },
): JsonText | undefined {
  const body = app.fragments.get('status', row.id, row.version)
  const original = row === shown ? body : app.fragments.get('status', shown.id, shown.version)
  const account = presentCachedAccount(app, accountCounters(row))
  const application = applicationOf(app, row)
  if (body === undefined || original === undefined) return undefined
  if (account === undefined || application === undefined) return undefined
  return `{${body.own},${original.shared},"account":${account},"replies_count":${shown.replies_count},"reblogs_count":${shown.reblogs_count},"favourites_count":${shown.favourites_count},"quotes_count":${shown.quotes_count},"reblog":${reblog},"quote":${extras?.quote ?? 'null'},"emoji_reactions":${extras?.reactions ?? '[]'},"tagged_collections":${extras?.collections ?? '[]'},"poll":${poll}${application},"card":${original.card}` as JsonText
}

function viewerPart(
  viewerId: string,
  shown: ListedStatus,
  view: StatusView,
  { reblog, filtered }: { reblog: string; filtered: string },
): string {
  const flags = shown.viewer_flags ?? view.flags.get(shown.id) ?? 0
  const approval = presentQuoteApproval(shown, viewerId, view.followed.has(shown.account_id))
  return presentViewerFlags(viewerId, shown, flags, reblog !== 'null') + filtered + approval
}

function accountCounters(row: ListedStatus) {
  return {
    id: row.account_id,
    version: row.account_version,
    moved_to_id: row.moved_to_id,
    followers_count: row.followers_count,
    following_count: row.following_count,
    statuses_count: row.statuses_count,
    last_status_at: row.last_status_at,
  }
}
