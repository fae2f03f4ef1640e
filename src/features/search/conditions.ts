import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Contained, Excludable } from './scope.ts'

/** Conditions for queries that have `status` and, as its author, `account`. */
type Truth = RawBuilder<SqlBool>

/**
 * Statuses that an account wrote, bookmarked, favourited or reblogged, or that mention it:
 * `in:library`.
 */
export function isInLibrary(viewerId: string): Truth {
  return sql<SqlBool>`(status.account_id = ${viewerId}
    or exists (select 1 from mention
      where mention.status_id = status.id and mention.account_id = ${viewerId})
    or exists (select 1 from favourite
      where favourite.account_id = ${viewerId} and favourite.status_id = status.id)
    or exists (select 1 from bookmark
      where bookmark.account_id = ${viewerId} and bookmark.status_id = status.id)
    or exists (select 1 from status as boost where boost.account_id = ${viewerId}
      and boost.reblog_of_id = status.id and boost.reblog_of_id is not null
      and boost.deleted_at is null))`
}

/** Statuses that every user may search: public ones of indexable accounts. */
export function isSearchable(): Truth {
  return sql<SqlBool>`(status.visibility = 'public' and account.indexable)`
}

/** Whether a status satisfies an operator, or, for an excluded operator, does not. */
export function fulfils(condition: Excludable, viewerId: string): Truth {
  const truth = truthOf(condition, viewerId)
  return condition.excluded ? sql<SqlBool>`(not ${truth})` : truth
}

function truthOf(condition: Excludable, viewerId: string): Truth {
  switch (condition.kind) {
    case 'author':
      return sql<SqlBool>`(status.account_id = ${condition.accountId})`
    case 'in':
      return condition.where === 'library' ? isInLibrary(viewerId) : isSearchable()
    case 'has':
      return CONTAINS[condition.what]
    case 'is':
      return condition.what === 'reply'
        ? sql<SqlBool>`(status.in_reply_to_id is not null)`
        : sql<SqlBool>`(status.sensitive)`
    case 'language':
      return sql<SqlBool>`(coalesce(status.language, '') = ${condition.code})`
    case 'ids':
      return sql<SqlBool>`(status.id > ${condition.above} and status.id < ${condition.below})`
    case 'nothing':
      return sql<SqlBool>`(1 = 0)`
  }
}

const attached = (...types: string[]): Truth => sql<SqlBool>`exists (select 1 from media_attachment
  where media_attachment.status_id = status.id
  and media_attachment.type in (${sql.join(types.map((type) => sql.lit(type)))}))`

const CONTAINS: Record<Contained, Truth> = {
  media: sql<SqlBool>`(cast(status.media_ids as text) <> '[]')`,
  image: attached('image'),
  video: attached('video', 'gifv'),
  audio: attached('audio'),
  poll: sql<SqlBool>`(status.poll_id is not null)`,
  quote: sql<SqlBool>`(status.quote_id is not null)`,
  link: sql<SqlBool>`exists (select 1 from status_card where status_card.status_id = status.id)`,
  embed: sql<SqlBool>`exists (select 1 from status_card
    inner join preview_card on preview_card.id = status_card.card_id
    where status_card.status_id = status.id and preview_card.type in ('video', 'rich'))`,
}
