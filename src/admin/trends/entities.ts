import type { App } from '../../app.ts'
import type { Viewer } from '../../http/routes.ts'
import { extendJson, isoTime, type JsonText, toJson } from '../../json.ts'
import { loadStatuses } from '../../statuses/serializer.ts'
import { renderLinks } from '../../trends/link-serializer.ts'
import { linksById } from '../../trends/listing.ts'
import type { Provider } from '../../trends/providers.ts'
import { linkReviews, statusReviews } from '../../trends/rising.ts'

/** Links as the staff sees them, in the order of their ids; those without a preview are left out. */
export async function renderAdminLinks(app: App, ids: readonly string[]): Promise<JsonText[]> {
  const links = await linksById(app.db, ids)
  const reviews = await linkReviews(app, ids)
  const entities = await renderLinks(app, links)
  return links.map(({ id }, at) => {
    const { requiresReview = false } = reviews.get(id) ?? {}
    return extendJson(toJson(entities[at]), { id, requires_review: requiresReview })
  })
}

/** The same of statuses that the viewer may see. */
export async function renderAdminStatuses(
  app: App,
  viewer: Viewer,
  ids: readonly string[],
): Promise<JsonText[]> {
  const statuses = await loadStatuses(app, viewer, ids)
  const reviews = await statusReviews(app, ids)
  return ids.flatMap((id) => {
    const status = statuses.get(id)
    const { requiresReview = false } = reviews.get(id) ?? {}
    return status === undefined ? [] : [extendJson(status, { requires_review: requiresReview })]
  })
}

/** A site that links lead to; `requested_review_at` is when one of them first rose. */
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
