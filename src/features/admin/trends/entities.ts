import { extendJson, isoTime, type JsonText, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Viewer } from '../../../kernel/http/routes.ts'
import { loadStatuses } from '../../statuses/read/serializer.ts'
import { renderLinks } from '../../trends/link-serializer.ts'
import { linksById } from '../../trends/listing.ts'
import type { Provider } from '../../trends/providers.ts'
import { linkReviews, type ReviewState, statusReviews } from '../../trends/review-lists.ts'

/** Links for the staff, in the order of their ids; links without a preview are left out. */
export async function renderAdminLinks(app: App, ids: readonly string[]): Promise<JsonText[]> {
  const links = await linksById(app.db, ids)
  const reviews = await linkReviews(app, ids)
  const entities = await renderLinks(app, links)
  return links.map(({ id }, at) => {
    return extendJson(toJson(entities[at]), { id, ...presentReview(reviews.get(id)) })
  })
}

/** The same for statuses that the viewer may see. */
export async function renderAdminStatuses(
  app: App,
  viewer: Viewer,
  ids: readonly string[],
): Promise<JsonText[]> {
  const statuses = await loadStatuses(app, viewer, ids)
  const reviews = await statusReviews(app, ids)
  return ids.flatMap((id) => {
    const status = statuses.get(id)
    return status === undefined ? [] : [extendJson(status, presentReview(reviews.get(id)))]
  })
}

/** The decision, possibly one about the provider or author; null: none yet. */
function presentReview(review: ReviewState | undefined) {
  const { trendable = null, requiresReview = false } = review ?? {}
  return { trendable, requires_review: requiresReview }
}

/** The site of links; `requested_review_at` is the time when one of them first trended. */
export function presentProvider({ id, host, trendable, reviewed_at, trended_at }: Provider) {
  return {
    id,
    domain: host,
    trendable,
    reviewed_at: reviewed_at === null ? null : isoTime(reviewed_at),
    requested_review_at: trended_at === null ? null : isoTime(trended_at),
    requires_review: trendable === null,
  }
}
