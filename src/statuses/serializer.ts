import {
  forOnePage,
  loadAccountFragments,
  presentKeptAccount,
  type Rendering,
} from '../accounts/serializer.ts'
import { NotFound } from '../errors.ts'
import { type FilteringViewer, loadFilters } from '../filters/viewers.ts'
import { type JsonText, toJson } from '../json.ts'
import { loadPolls, type PollTexts } from '../polls/serializer.ts'
import { applicationOf, loadApplications } from './applications.ts'
import { lacksAttribution, loadBodies, reblogBody, splitCard } from './bodies.ts'
import { loadLinked } from './collections.ts'
import { type Filtering, presentFiltered } from './filtering/filtered.ts'
import { loadAllHeads, loadHeads, type StatusHead } from './heads.ts'
import { presentQuoteApproval } from './quotes/approval.ts'
import { loadFollowed, loadQuotes } from './quotes/serializer.ts'
import { loadReactions } from './reactions/serializer.ts'
import { presentViewerFlags } from './viewer-flags.ts'
import { loadViewerFlags } from './viewer-parts.ts'

/** Who asks; null is nobody signed in. */
export type Asking = FilteringViewer | null

/** What statuses look like to one viewer. */
export interface StatusView {
  /** null: nobody signed in */
  viewerId: string | null
  originals: ReadonlyMap<string, StatusHead>
  /** sums of `VIEWER_FLAGS` of heads that came without */
  flags: ReadonlyMap<string, number>
  polls: PollTexts
  /** reactions and quotes, by status; most have neither */
  extras: ReadonlyMap<string, Extras>
  /** authors that the viewer follows, of those who let followers quote */
  followed: ReadonlySet<string>
  /** null: the viewer filters nothing */
  filtering: Filtering | null
}

/** What of a status depends on the viewer and has to be asked for. */
export interface Extras {
  quote: JsonText
  collections: JsonText
  reactions: JsonText
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>()
const NOBODY: ReadonlySet<string> = new Set<string>()

/** Whether what a status quotes is shown, or only named: as in what is quoted itself (S-336). */
type Depth = 'whole' | 'shallow'

/**
 * Renders statuses in the order of their heads. Heads come from queries that asked `visibleTo`; a
 * reblog whose original the viewer may not see is left out.
 *
 * Costs the same number of queries for one status as for many.
 * @see https://docs.joinmastodon.org/entities/Status/
 */
export async function renderHeads(
  app: Rendering,
  asking: Asking,
  heads: readonly StatusHead[],
): Promise<JsonText[]> {
  const texts = await renderEach(app, asking, heads)
  return texts.filter((text) => text !== null)
}

/** Renders the statuses that the viewer may see; the others are absent. */
export async function loadStatuses(
  app: Rendering,
  asking: Asking,
  ids: Iterable<string>,
): Promise<Map<string, JsonText>> {
  const heads = [...(await loadHeads(app.db, asking?.id ?? null, [...new Set(ids)])).values()]
  return loadHeadTexts(app, asking, heads)
}

/** Renders statuses whatever their visibility, also deleted ones whose rows are kept (S-152). */
export async function loadStatusesForStaff(
  app: Rendering,
  asking: Asking,
  ids: Iterable<string>,
): Promise<Map<string, JsonText>> {
  const heads = [...(await loadAllHeads(app.db, asking?.id ?? null, [...new Set(ids)])).values()]
  return loadHeadTexts(app, asking, heads, loadAllHeads)
}

/** The same of heads that are known already: as `renderHeads`, by id. */
export async function loadHeadTexts(
  app: Rendering,
  asking: Asking,
  heads: readonly StatusHead[],
  find = loadHeads,
): Promise<Map<string, JsonText>> {
  const texts = await renderEach(app, asking, heads, { find })
  const result = new Map<string, JsonText>()
  for (const [at, head] of heads.entries()) {
    const text = texts[at]
    if (text) result.set(head.id, text)
  }
  return result
}

/** @throws NotFound if there is no such status or the viewer may not see it */
export async function renderStatus(app: Rendering, asking: Asking, id: string): Promise<JsonText> {
  const heads = await loadHeads(app.db, asking?.id ?? null, [id])
  const [text] = await renderEach(app, asking, [...heads.values()])
  if (!text) throw new NotFound()
  return text
}

/** The same with null in the place of what is left out. */
export async function renderEach(
  app: Rendering,
  asking: Asking,
  heads: readonly StatusHead[],
  { depth = 'whole', find = loadHeads }: { depth?: Depth; find?: typeof loadHeads } = {},
): Promise<(JsonText | null)[]> {
  const viewerId = asking?.id ?? null
  const originalIds = heads.map((head) => head.reblog_of_id).filter((id) => id !== null)
  const originals = originalIds.length === 0 ? NONE : await find(app.db, viewerId, originalIds)
  const filtering = await filteringOf(app, asking)
  const empty = { flags: NONE, polls: NONE, extras: NONE, followed: NOBODY }
  const known = { viewerId, originals, filtering, ...empty }
  const view = await loadView(app, heads, { asking, known, depth })
  const texts = presentAll(app, heads, view)
  if (texts !== null) return texts
  const page = forOnePage(app)
  await loadStatusFragments(page, [...heads, ...originals.values()])
  // what was removed from the database meanwhile is left out
  return heads.map((head) => presentHead(page, head, view) ?? null)
}

async function filteringOf(app: Rendering, asking: Asking): Promise<Filtering | null> {
  const filters = asking === null ? null : await loadFilters(app, asking)
  return filters === null ? null : { filters, by: 'keywords and statuses' }
}

/** What the heads do not tell themselves: for most pages nothing. */
async function loadView(
  app: Rendering,
  heads: readonly StatusHead[],
  { asking, known: view, depth }: { asking: Asking; known: StatusView; depth: Depth },
): Promise<StatusView> {
  const { viewerId, originals } = view
  const lacks = (head: StatusHead) => viewerId !== null && head.viewer_flags === undefined
  const isPlain = (head: StatusHead) =>
    head.poll_id === null && !lacks(head) && !hasExtras(head) && !letsFollowersQuote(head)
  if (originals.size === 0 && heads.every(isPlain)) return view
  const shown = [...heads.filter((head) => head.reblog_of_id === null), ...originals.values()]
  const flagless = shown.filter(lacks)
  const pollIds = shown.map((head) => head.poll_id).filter((id) => id !== null)
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

/** Whether `loadExtras` has something to tell of a status. */
export function hasExtras(head: StatusHead): boolean {
  return head.reactions_count > 0 || head.quote_id !== null || head.links_collections
}

function letsFollowersQuote(head: StatusHead): boolean {
  return head.quote_policy === 'followers'
}

/** Reactions to these statuses, what they quote and the collections that they show, as one viewer sees it. */
export async function loadExtras(
  app: Rendering,
  asking: Asking,
  heads: readonly StatusHead[],
  depth: Depth = 'whole',
): Promise<ReadonlyMap<string, Extras>> {
  if (heads.length === 0) return NONE
  const viewerId = asking?.id ?? null
  const [reactions, quotes, linked] = await Promise.all([
    loadReactions(
      app,
      viewerId,
      heads.filter((head) => head.reactions_count > 0).map((head) => head.id),
    ),
    loadQuotes(
      app,
      viewerId,
      heads.map((head) => head.quote_id).filter((id) => id !== null),
      depth === 'shallow'
        ? null
        : (quoted) => renderEach(app, asking, quoted, { depth: 'shallow' }),
    ),
    loadLinked(
      app,
      viewerId,
      heads.filter((head) => head.links_collections).map((head) => head.id),
    ),
  ])
  return new Map(
    heads.map((head) => [
      head.id,
      {
        quote: quotes.get(head.quote_id ?? '') ?? toJson(null),
        collections: linked.get(head.id) ?? toJson([]),
        reactions: toJson(reactions.get(head.id) ?? []),
      },
    ]),
  )
}

/** @returns null if a fragment is not kept */
function presentAll(
  app: Rendering,
  heads: readonly StatusHead[],
  view: StatusView,
): (JsonText | null)[] | null {
  const texts: (JsonText | null)[] = []
  for (const head of heads) {
    const text = presentHead(app, head, view)
    if (text === undefined) return null
    texts.push(text)
  }
  return texts
}

/** Renders what is not kept yet of statuses: what `presentHead` needs besides a view. */
export async function loadStatusFragments(
  app: Rendering,
  heads: readonly StatusHead[],
): Promise<void> {
  await Promise.all([
    loadBodies(app, heads),
    loadAccountFragments(app, heads.map(accountHead)),
    loadApplications(app, heads),
  ])
}

/**
 * The entity of a head.
 * @returns null for a reblog whose original is not in the view; undefined if a fragment of it or its
 *   original is not kept
 */
export function presentHead(
  app: Rendering,
  head: StatusHead,
  view: StatusView,
): JsonText | null | undefined {
  const { reblog_of_id: id } = head
  const shown = id === null ? head : view.originals.get(id)
  if (shown === undefined) return null
  const filtered = filteredPart(app, head, shown, view)
  if (filtered === undefined) return undefined
  const original = presentOne(app, shown, shown, { reblog: 'null', filtered }, view)
  if (original === undefined || head === shown) return original
  return presentOne(app, head, shown, { reblog: original, filtered }, view)
}

const NOT_FILTERED = ',"filtered":[]'

/** From a leading comma on; of a reblog and its original it is the same (S-114). */
function filteredPart(
  app: Rendering,
  head: StatusHead,
  shown: StatusHead,
  { filtering, polls }: StatusView,
): string | undefined {
  if (filtering === null) return NOT_FILTERED
  const poll = polls.get(shown.poll_id ?? '') ?? null
  const results = presentFiltered(app, filtering, { head, shown, poll })
  return results && `,"filtered":${results}`
}

/** @param shown the status whose counters and flags are shown: the original of a reblog */
function presentOne(
  app: Rendering,
  head: StatusHead,
  shown: StatusHead,
  { reblog, filtered }: { reblog: string; filtered: string },
  view: StatusView,
): JsonText | undefined {
  const poll = shown.poll_id === null ? 'null' : (view.polls.get(shown.poll_id) ?? 'null')
  // most statuses are for all viewers the same up to here
  const extras = view.extras.get(shown.id)
  const plain = head === shown && shown.poll_id === null && extras === undefined
  const parts = { reblog, poll, extras }
  const common = plain ? keptCommon(app, head) : presentCommon(app, head, shown, parts)
  if (common === undefined) return undefined
  const viewer =
    view.viewerId === null
      ? presentQuoteApproval(shown, null, false)
      : viewerPart(view.viewerId, shown, view, { reblog, filtered })
  return `${withAttribution(app, common, shown, view)}${viewer}}` as JsonText
}

/** Whoever is signed in is told whether they lack an attribution; most statuses have no card. */
function withAttribution(
  app: Rendering,
  common: JsonText,
  shown: StatusHead,
  { viewerId }: StatusView,
): string {
  if (viewerId === null || !common.endsWith('}')) return common
  const lacks = lacksAttribution(app, shown, viewerId)
  return `${common.slice(0, -1)},"missing_attribution":${lacks}}`
}

function keptCommon(app: Rendering, head: StatusHead): JsonText | undefined {
  const known = app.fragments.getMade(head, looksTheSame)
  if (known !== undefined) return known
  const parts = { reblog: 'null', poll: 'null', extras: undefined }
  const common = presentCommon(app, head, head, parts)
  if (common !== undefined) app.fragments.setMade(head, common)
  return common
}

/** Whether two heads of one status are shown alike: by all that `presentCommon` takes of them. */
function looksTheSame(one: StatusHead, other: StatusHead): boolean {
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

/** All but what depends on the viewer, without the closing brace; the card comes last. */
function presentCommon(
  app: Rendering,
  head: StatusHead,
  shown: StatusHead,
  { reblog, poll, extras }: { reblog: string; poll: string; extras: Extras | undefined },
): JsonText | undefined {
  const body = bodyOf(app, head, shown)
  const account = presentKeptAccount(app, accountHead(head))
  const application = applicationOf(app, head)
  if (body === undefined || account === undefined || application === undefined) return undefined
  const [front, card] = splitCard(body)
  return `${front},"account":${account},"replies_count":${shown.replies_count},"reblogs_count":${shown.reblogs_count},"favourites_count":${shown.favourites_count},"quotes_count":${shown.quotes_count},"reblog":${reblog},"quote":${extras?.quote ?? 'null'},"emoji_reactions":${extras?.reactions ?? '[]'},"tagged_collections":${extras?.collections ?? '[]'},"poll":${poll}${application}${card}` as JsonText
}

function bodyOf({ fragments }: Rendering, head: StatusHead, shown: StatusHead) {
  const own = fragments.get('status', head.id, head.version)
  if (own === undefined || head === shown) return own
  const original = fragments.get('status', shown.id, shown.version)
  return original && reblogBody(own, original)
}

function viewerPart(
  viewerId: string,
  shown: StatusHead,
  view: StatusView,
  { reblog, filtered }: { reblog: string; filtered: string },
): string {
  const flags = shown.viewer_flags ?? view.flags.get(shown.id) ?? 0
  const approval = presentQuoteApproval(shown, viewerId, view.followed.has(shown.account_id))
  return presentViewerFlags(viewerId, shown, flags, reblog !== 'null') + filtered + approval
}

function accountHead(head: StatusHead) {
  return {
    id: head.account_id,
    version: head.account_version,
    moved_to_id: head.moved_to_id,
    followers_count: head.followers_count,
    following_count: head.following_count,
    statuses_count: head.statuses_count,
    last_status_at: head.last_status_at,
  }
}
