import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { fetchPage, type Page, preparedPage } from '../db/pagination.ts'
import type { Schema } from '../db/schema.ts'
import { type StatusHead, selectHeadsFor } from '../statuses/heads.ts'
import { visibleTo, wantedBy } from '../statuses/visibility.ts'
import type { FeedOrigin } from './access.ts'

/** Which public statuses are asked for. */
export interface PublicTimeline {
  viewerId: string | null
  /** null: of this server and of others */
  origin: FeedOrigin
  onlyMedia: boolean
  /** null: all; statuses without a language always pass (S-322) */
  languages: readonly string[] | null
  /** ids of tags: any of these, all of those, none of those; null: not asked by tag */
  tags: { any: string[]; all: string[]; none: string[] } | null
  /** only those with this link, as `status_card.url` writes it */
  link?: string
}

/**
 * A page of a public, a hashtag or a link timeline, without reblogs, silenced authors and whomever the
 * viewer blocks or mutes. Replies to others stay out of the public one only (S-323, S-324).
 */
export async function publicPage(
  db: Db,
  timeline: PublicTimeline,
  page: Page,
  now: number,
): Promise<StatusHead[]> {
  const { viewerId, tags, link } = timeline
  const languages = timeline.languages?.length ? timeline.languages : null
  if (languages === null && tags === null && link === undefined) {
    return plainPage(timeline)(db, { viewerId: viewerId ?? '', now }, page)
  }
  const query = publicStatuses(db, { ...timeline, now })
    .$if(languages !== null, (q) =>
      q.where((eb) =>
        eb.or([eb('status.language', 'is', null), eb('status.language', 'in', languages!)]),
      ),
    )
    .$if(tags === null && link === undefined, withoutReplies)
  if (link !== undefined) return fetchPage(withLink(query, link), 'status_card.status_id', page)
  if (tags === null) return fetchPage(query, 'status.id', page)
  return fetchPage(underTags(db, query, tags), 'status.id', page)
}

type Shape = Pick<PublicTimeline, 'origin' | 'onlyMedia'>

/** What nearly everybody asks for, prepared: built anew it would cost more than it takes to run. */
const plainPages = new Map<string, ReturnType<typeof preparePlain>>()

function plainPage({ viewerId, origin, onlyMedia }: PublicTimeline) {
  const key = `${viewerId !== null} ${origin} ${onlyMedia}`
  const known = plainPages.get(key) ?? preparePlain({ origin, onlyMedia }, viewerId !== null)
  plainPages.set(key, known)
  return known
}

function preparePlain(shape: Shape, signedIn: boolean) {
  return preparedPage('status.id', (db, p: { viewerId: string; now: number }) =>
    publicStatuses(db, { ...shape, viewerId: signedIn ? p.viewerId : null, now: p.now }).$call(
      withoutReplies,
    ),
  )
}

function publicStatuses(db: Db, wanted: Shape & { viewerId: string | null; now: number }) {
  const { viewerId, now, origin } = wanted
  return selectHeadsFor(db, viewerId)
    .where('status.visibility', '=', sql.lit('public'))
    .where('status.reblog_of_id', 'is', null)
    .where('status.deleted_at', 'is', null)
    .where('account.silenced_at', 'is', null)
    .where((eb) => eb.and([visibleTo(eb, viewerId), wantedBy(eb, viewerId, now)]))
    .$if(origin === 'local', (q) => q.where(sql<boolean>`status.local`))
    .$if(origin === 'remote', (q) => q.where(sql<boolean>`not status.local`))
    .$if(wanted.onlyMedia, (q) => q.where(sql`cast(status.media_ids as text)`, '<>', '[]'))
}

type PublicStatuses = ReturnType<typeof publicStatuses>

function withoutReplies(query: PublicStatuses): PublicStatuses {
  return query.where((eb) =>
    eb.or([
      eb('status.in_reply_to_account_id', 'is', null),
      eb('status.in_reply_to_account_id', '=', eb.ref('status.account_id')),
    ]),
  )
}

/** Of a link by people who let themselves be discovered; read from the link's own list. */
function withLink(query: PublicStatuses, link: string): PublicStatuses {
  return query
    .innerJoin('status_card', 'status_card.status_id', 'status.id')
    .where('status_card.url', '=', link)
    .where('account.discoverable', '=', true) as PublicStatuses
}

/** By one tag the page is read from the tag's own list, so a rare tag costs no more than others. */
function underTags(
  db: Db,
  query: PublicStatuses,
  { any, all, none }: NonNullable<PublicTimeline['tags']>,
): PublicStatuses {
  const [first, ...more] = any
  const tagged = query
    .$if(more.length === 0, (q) =>
      q
        .innerJoin('status_tag', 'status_tag.status_id', 'status.id')
        .where('status_tag.tag_id', '=', first!),
    )
    .$if(more.length > 0, (q) => q.where((eb) => underOneOf(eb, db, any)))
  return tagged
    .where((eb) => eb.and(all.map((id) => underOneOf(eb as unknown as StatusBuilder, db, [id]))))
    .$if(none.length > 0, (q) =>
      q.where((eb) => eb.not(underOneOf(eb as unknown as StatusBuilder, db, none))),
    ) as PublicStatuses
}

type StatusBuilder = ExpressionBuilder<Schema, 'status' | 'account'>

function underOneOf(eb: StatusBuilder, db: Db, tagIds: string[]) {
  return eb(
    'status.id',
    'in',
    eb
      .selectFrom('status_tag as tagged')
      .select('tagged.status_id')
      .where(idIn(db, 'tagged.tag_id', tagIds)),
  )
}
