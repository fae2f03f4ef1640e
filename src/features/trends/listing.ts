import { sql } from 'kysely'
import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn, textIn } from '../../kernel/db/id-in.ts'
import { settings } from '../instance/settings.ts'
import type { Card } from '../statuses/cards/serializer.ts'
import { type ListedStatus, selectListedStatusesFor } from '../statuses/read/status-rows.ts'
import { visibleTo, wantedBy } from '../statuses/read/visibility.ts'
import { isApprovedLink, isApprovedStatus, isApprovedTag } from './approval.ts'
import { isTrendable } from './status-scores.ts'

export interface Listing {
  limit: number
  offset: number
  /** `staff`: includes unreviewed and rejected trends (S-212) */
  audience: 'everybody' | 'staff'
}

type Reading = Pick<App, 'db' | 'cached' | 'clock'>

/** Ids of the trending tags, highest score first. */
export async function trendingTagIds(app: Reading, listing: Listing): Promise<string[]> {
  const known = await app.cached.get(settings)
  if (!known['trends.enabled']) return []
  const rows = await app.db
    .selectFrom('trend_tag')
    .innerJoin('tag', 'tag.id', 'trend_tag.id')
    .select('tag.id')
    .where('trend_tag.score', '>', 0)
    .$if(listing.audience === 'everybody', (q) => q.where(isApprovedTag(known)))
    .orderBy('trend_tag.score', 'desc')
    .orderBy('tag.id', 'desc')
    .limit(listing.limit)
    .offset(listing.offset)
    .execute()
  return rows.map(({ id }) => id)
}

export interface TrendingLink {
  id: string
  card: Card
}

/**
 * The trending links with a preview: those in the languages first (S-243), each group by score,
 * highest first.
 */
export async function trendingLinks(
  app: Reading,
  listing: Listing & { languages: readonly string[] },
): Promise<TrendingLink[]> {
  const known = await app.cached.get(settings)
  if (!known['trends.enabled']) return []
  const rows = await app.db
    .selectFrom('trend_link')
    .innerJoin('shared_link', 'shared_link.id', 'trend_link.id')
    .innerJoin('link_provider', 'link_provider.id', 'shared_link.provider_id')
    .innerJoin('preview_card', 'preview_card.url', 'shared_link.url')
    .select('shared_link.id as link_id')
    .selectAll('preview_card')
    .where('trend_link.score', '>', 0)
    .$if(listing.audience === 'everybody', (q) => q.where(isApprovedLink(known)))
    .orderBy(lastInOther(app.db, 'preview_card.language', listing.languages))
    .orderBy('trend_link.score', 'desc')
    .orderBy('shared_link.id', 'desc')
    .limit(listing.limit)
    .offset(listing.offset)
    .execute()
  return rows.map(({ link_id, ...card }) => ({ id: link_id, card }))
}

/** Links with a preview, trending or not, in the order of their ids. */
export async function linksById(db: Db, ids: readonly string[]): Promise<TrendingLink[]> {
  const rows = await db
    .selectFrom('shared_link')
    .innerJoin('preview_card', 'preview_card.url', 'shared_link.url')
    .select('shared_link.id as link_id')
    .selectAll('preview_card')
    .where(idIn(db, 'shared_link.id', ids))
    .execute()
  const links = new Map(rows.map(({ link_id, ...card }) => [link_id, { id: link_id, card }]))
  return ids.map((id) => links.get(id)).filter((link) => link !== undefined)
}

/**
 * The trending statuses, as the viewer sees them: those in the languages first (S-243), each group
 * by score, highest first. Changes since the scoring count at once.
 */
export async function trendingStatuses(
  app: Reading,
  listing: Listing & { languages: readonly string[]; viewerId: string | null },
): Promise<ListedStatus[]> {
  const { viewerId } = listing
  const known = await app.cached.get(settings)
  if (!known['trends.enabled']) return []
  return selectListedStatusesFor(app.db, viewerId)
    .innerJoin('trend_status', 'trend_status.status_id', 'status.id')
    .leftJoin('status_review', 'status_review.status_id', 'status.id')
    .leftJoin('author_review', 'author_review.account_id', 'status.account_id')
    .where((eb) =>
      eb.and([isTrendable(eb), visibleTo(eb, viewerId), wantedBy(eb, viewerId, app.clock())]),
    )
    .$if(listing.audience === 'everybody', (q) => q.where(isApprovedStatus(known)))
    .orderBy(lastInOther(app.db, 'status.language', listing.languages))
    .orderBy('trend_status.score', 'desc')
    .orderBy('status.id', 'desc')
    .limit(listing.limit)
    .offset(listing.offset)
    .execute()
}

function lastInOther(db: Db, column: string, languages: readonly string[]) {
  return sql`case when ${textIn(db, column, languages)} then 0 else 1 end`
}
