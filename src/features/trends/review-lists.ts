import type { App } from '../../kernel/core/app.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { settings } from '../instance/settings.ts'
import { trendingLinks, trendingStatuses, trendingTagIds } from './listing.ts'

/** The review of a trend; null: not decided. */
export interface ReviewState {
  trendable: boolean | null
  /** hidden until the staff decides */
  requiresReview: boolean
}

type Reading = Pick<App, 'db' | 'cached' | 'clock'>

export interface RisingTag extends ReviewState {
  id: string
  name: string
}

/** The trending tags, approved or not, highest score first. */
export async function risingTags(app: Reading, page: Place): Promise<RisingTag[]> {
  const ids = await trendingTagIds(app, { ...page, audience: 'staff' })
  const rows = await app.db
    .selectFrom('tag')
    .select(['id', 'display_name', 'trendable'])
    .where(idIn(app.db, 'id', ids))
    .execute()
  const stateOf = await reviewState(app)
  return inOrder(ids, rows).map(({ id, display_name, trendable }) => ({
    id,
    name: display_name,
    ...stateOf(trendable),
  }))
}

export interface RisingLink extends ReviewState {
  id: string
  url: string
  title: string
  provider: { id: string; host: string; trendable: boolean | null }
}

/** The trending links, approved or not, highest score first. */
export async function risingLinks(app: Reading, page: Place): Promise<RisingLink[]> {
  const links = await trendingLinks(app, { ...page, languages: [], audience: 'staff' })
  const reviews = await linkReviews(
    app,
    links.map(({ id }) => id),
  )
  return links.flatMap(({ id, card }) => {
    const review = reviews.get(id)
    return review === undefined ? [] : [{ id, url: card.url, title: card.title, ...review }]
  })
}

/** Reviews of links, by id; a link's own decision takes precedence over its provider's. */
export async function linkReviews(
  app: Pick<App, 'db' | 'cached'>,
  ids: readonly string[],
): Promise<Map<string, ReviewState & Pick<RisingLink, 'provider'>>> {
  const rows = await app.db
    .selectFrom('shared_link')
    .innerJoin('link_provider', 'link_provider.id', 'shared_link.provider_id')
    .select(['shared_link.id', 'shared_link.trendable'])
    .select(['provider_id', 'host', 'link_provider.trendable as provider_trendable'])
    .where(idIn(app.db, 'shared_link.id', ids))
    .execute()
  const stateOf = await reviewState(app)
  return new Map(
    rows.map(({ id, provider_id, host, trendable, provider_trendable }) => [
      id,
      {
        provider: { id: provider_id, host, trendable: provider_trendable },
        ...stateOf(trendable ?? provider_trendable),
      },
    ]),
  )
}

export interface RisingStatus extends ReviewState {
  id: string
  url: string
  authorId: string
}

/** The trending statuses, approved or not, highest score first. */
export async function risingStatuses(app: Reading, page: Place): Promise<RisingStatus[]> {
  const wanted = { ...page, languages: [], viewerId: null, audience: 'staff' } as const
  const ids = (await trendingStatuses(app, wanted)).map(({ id }) => id)
  return inOrder(ids, [...(await statusReviews(app, ids)).values()])
}

/** Reviews of statuses, by id; a status's own decision takes precedence over its author's. */
export async function statusReviews(
  app: Pick<App, 'db' | 'cached'>,
  ids: readonly string[],
): Promise<Map<string, RisingStatus>> {
  const rows = await app.db
    .selectFrom('status')
    .leftJoin('status_review', 'status_review.status_id', 'status.id')
    .leftJoin('author_review', 'author_review.account_id', 'status.account_id')
    .select(['status.id', 'status.url', 'status.account_id', 'status_review.trendable'])
    .select('author_review.trendable as author_trendable')
    .where(idIn(app.db, 'status.id', ids))
    .execute()
  const stateOf = await reviewState(app)
  return new Map(
    rows.map(({ id, url, account_id, trendable, author_trendable }) => [
      id,
      { id, url, authorId: account_id, ...stateOf(trendable ?? author_trendable) },
    ]),
  )
}

interface Place {
  limit: number
  offset: number
}

async function reviewState({ cached }: Pick<App, 'cached'>) {
  const known = await cached.get(settings)
  return (trendable: boolean | null): ReviewState => ({
    trendable,
    requiresReview: trendable === null && known['trends.review'],
  })
}

function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}
