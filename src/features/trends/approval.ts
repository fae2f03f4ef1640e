import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Settings } from '../instance/settings.ts'

type Known = Pick<Settings, 'trends.review'>

/** The default without a decision. */
const otherwise = (known: Known) => sql.lit(!known['trends.review'])

/** Whether a tag may trend, in a query with `tag`. */
export function isApprovedTag(known: Known): RawBuilder<SqlBool> {
  return sql<SqlBool>`(tag.listable and tag.usable and coalesce(tag.trendable, ${otherwise(known)}))`
}

/** Whether a link may trend, in a query with `shared_link` and `link_provider`. */
export function isApprovedLink(known: Known): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(shared_link.trendable, link_provider.trendable, ${otherwise(known)})`
}

/**
 * Whether a status may trend, in a query with `status_review` and `author_review`, which may be
 * absent.
 */
export function isApprovedStatus(known: Known): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(status_review.trendable, author_review.trendable, ${otherwise(known)})`
}
