import {
  forOnePage,
  loadAccountFragments,
  presentAccount,
  type Rendering,
} from '../accounts/serializer.ts'
import { idIn } from '../db/id-in.ts'
import { NotFound } from '../errors.ts'
import { type JsonText, toJson } from '../json.ts'
import { loadPolls, type PollTexts } from '../polls/serializer.ts'
import { loadBodies, reblogBody } from './bodies.ts'
import { loadHeads, type StatusHead } from './heads.ts'
import { loadViewerParts, presentViewerParts, type ViewerParts } from './viewer-parts.ts'

/** Who asks; null is nobody signed in. */
export type Asking = { readonly id: string } | null

/** What a status looks like to one viewer: `parts` is null for nobody signed in. */
export interface StatusView {
  viewerId: string | null
  originals: Map<string, StatusHead>
  parts: ViewerParts | null
  polls: PollTexts
}

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
  const texts = await presentHeads(app, asking, heads)
  return texts.filter((text) => text !== null)
}

/** Renders the statuses that the viewer may see; the others are absent. */
export async function loadStatuses(
  app: Rendering,
  asking: Asking,
  ids: Iterable<string>,
): Promise<Map<string, JsonText>> {
  const heads = [...(await loadHeads(app.db, asking?.id ?? null, [...new Set(ids)])).values()]
  const texts = await presentHeads(app, asking, heads)
  const result = new Map<string, JsonText>()
  for (const [at, head] of heads.entries()) {
    const text = texts[at]
    if (text) result.set(head.id, text)
  }
  return result
}

/** @throws NotFound if there is no such status or the viewer may not see it */
export async function renderStatus(app: Rendering, asking: Asking, id: string): Promise<JsonText> {
  const text = (await loadStatuses(app, asking, [id])).get(id)
  if (text === undefined) throw new NotFound()
  return text
}

async function presentHeads(
  app: Rendering,
  asking: Asking,
  heads: readonly StatusHead[],
): Promise<(JsonText | null)[]> {
  if (heads.length === 0) return []
  const viewerId = asking?.id ?? null
  const page = forOnePage(app)
  const originals = await loadOriginals(app, viewerId, heads)
  const shown = heads.filter((head) => head.reblog_of_id === null)
  const inner = [...shown, ...originals.values()]
  const pollIds = inner.map((head) => head.poll_id).filter((id) => id !== null)
  const [parts, polls] = await Promise.all([
    viewerId === null ? null : loadViewerParts(app.db, viewerId, inner),
    loadPolls(app, viewerId, pollIds),
    loadStatusFragments(page, [...heads, ...originals.values()]),
  ])
  const view: StatusView = { viewerId, originals, parts, polls }
  return heads.map((head) => presentHead(page, head, view))
}

async function loadOriginals(
  app: Rendering,
  viewerId: string | null,
  heads: readonly StatusHead[],
): Promise<Map<string, StatusHead>> {
  const ids = heads.map((head) => head.reblog_of_id).filter((id) => id !== null)
  return loadHeads(app.db, viewerId, ids)
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
 * The entity of a head whose fragments, and its original's, were loaded.
 * @returns null for a reblog whose original is not in the view
 */
export function presentHead(app: Rendering, head: StatusHead, view: StatusView): JsonText | null {
  if (head.reblog_of_id === null) return presentOne(app, head, head, 'null', view)
  const original = view.originals.get(head.reblog_of_id)
  if (original === undefined) return null
  return presentOne(app, head, original, presentOne(app, original, original, 'null', view), view)
}

/** @param shown the status whose counters and flags are shown: the original of a reblog */
function presentOne(
  app: Rendering,
  head: StatusHead,
  shown: StatusHead,
  reblog: string,
  view: StatusView,
): JsonText {
  const body =
    head === shown ? bodyOf(app, head) : reblogBody(bodyOf(app, head), bodyOf(app, shown))
  const poll = shown.poll_id === null ? 'null' : (view.polls.get(shown.poll_id) ?? 'null')
  const application =
    head.application_id === null
      ? ''
      : `,"application":${app.fragments.get('application', head.application_id, 1) ?? 'null'}`
  const viewer =
    view.viewerId === null || view.parts === null
      ? ''
      : presentViewerParts(view.viewerId, shown, view.parts, reblog !== 'null')
  return `${body},"account":${presentAccount(app, accountHead(head))},"replies_count":${shown.replies_count},"reblogs_count":${shown.reblogs_count},"favourites_count":${shown.favourites_count},"reblog":${reblog},"poll":${poll}${application}${viewer}}` as JsonText
}

function bodyOf(app: Rendering, head: StatusHead): JsonText {
  const body = app.fragments.get('status', head.id, head.version)
  if (body === undefined) throw new Error(`status ${head.id} was not loaded before presenting`)
  return body
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

/** What a registered application is called never changes, so it is kept like a version 1. */
async function loadApplications(app: Rendering, heads: readonly StatusHead[]): Promise<void> {
  const missing = new Set<string>()
  for (const { application_id: id } of heads) {
    if (id !== null && app.fragments.get('application', id, 1) === undefined) missing.add(id)
  }
  if (missing.size === 0) return
  const rows = await app.db
    .selectFrom('application')
    .select(['id', 'name', 'website'])
    .where(idIn(app.db, 'id', [...missing]))
    .execute()
  for (const { id, name, website } of rows) {
    app.fragments.set('application', id, 1, toJson({ name, website }))
  }
}
