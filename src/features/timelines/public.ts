import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import {
  type Direction,
  inOrder,
  type Range,
  type Readers,
  type ScannedPage,
  scannedPage,
} from '../../kernel/db/list-scan.ts'
import type { Page } from '../../kernel/db/pagination.ts'
import { type ListedStatus, selectListedStatusesFor } from '../statuses/read/status-rows.ts'
import { visibleTo, wantedBy } from '../statuses/read/visibility.ts'
import { LISTED_UNDER_TAGS_AS, listedClasses, taggedCandidates } from '../tags/list-class.ts'
import type { FeedOrigin } from './access.ts'
import { driverOf, holdsTags, type WantedTags } from './tag-timeline.ts'

/** Filters of a public timeline. */
export interface PublicTimeline {
  viewerId: string | null
  /** null: local and remote */
  origin: FeedOrigin
  onlyMedia: boolean
  /** null: all; statuses without a language always pass (S-322) */
  languages: readonly string[] | null
  /** null: any */
  tags: WantedTags | null
  /** only statuses with this link, in the form of `status_card.url` */
  link?: string
}

/**
 * A page of a public, hashtag or link timeline, without reblogs, silenced authors and accounts that
 * the viewer blocks or mutes. Replies to others are left out of the public timeline only (S-323,
 * S-324).
 */
export async function publicPage(
  readers: Readers,
  timeline: PublicTimeline,
  page: Page,
  now: number,
): Promise<ScannedPage<ListedStatus>> {
  const { viewerId, tags, link } = timeline
  const languages = timeline.languages?.length ? timeline.languages : null
  const asked = { viewerId: viewerId ?? '', now }
  if (languages === null && tags === null && link === undefined) {
    return plainPage(timeline)(readers, asked, page)
  }
  const driver = tags === null ? null : await driverOf(readers.db, tags)
  const classes = listedClasses(timeline.origin, timeline.onlyMedia)
  const shape = { ...timeline, signedIn: viewerId !== null }
  return scannedPage({
    column: 'status.id',
    candidates: (range: Asked & Range, direction) => {
      if (link !== undefined) return linkCandidates(link, range, direction)
      if (driver !== null) return taggedCandidates({ ids: driver.ids, classes }, range, direction)
      return publicCandidates(classes, range, direction)
    },
    query: (db, p) =>
      publicStatuses(db, shape, p)
        .$if(languages !== null, (q) =>
          q.where((eb) =>
            eb.or([eb('status.language', 'is', null), eb('status.language', 'in', languages!)]),
          ),
        )
        .$if(driver !== null, (q) => q.where((eb) => holdsTags(eb, driver!)))
        .$if(link !== undefined, (q) =>
          q
            .where(
              sql<SqlBool>`${LISTED_UNDER_TAGS_AS} in (${sql.join(classes.map((one) => sql.lit(one)))})`,
            )
            // discoverable authors
            .where('account.discoverable', '=', true),
        ),
  })(readers, asked, page)
}

interface Asked {
  viewerId: string
  now: number
}

interface Shape extends Pick<PublicTimeline, 'origin' | 'onlyMedia'> {
  signedIn: boolean
}

type PreparedPage = ReturnType<typeof preparePlain>

/** The most common requests as prepared queries: building one costs more than running it. */
const plainPages = new Map<string, PreparedPage>()

function plainPage({ viewerId, origin, onlyMedia }: PublicTimeline): PreparedPage {
  const shape = { signedIn: viewerId !== null, origin, onlyMedia }
  const key = Object.values(shape).join(' ')
  const known = plainPages.get(key) ?? preparePlain(shape)
  plainPages.set(key, known)
  return known
}

function preparePlain(shape: Shape) {
  const classes = listedClasses(shape.origin, shape.onlyMedia)
  return scannedPage({
    column: 'status.id',
    candidates: (range: Asked & Range, direction) => publicCandidates(classes, range, direction),
    query: (db, p) => publicStatuses(db, shape, p),
  })
}

function publicCandidates(
  classes: readonly number[],
  range: Range,
  direction: Direction,
): RawBuilder<{ id: string }> {
  const ranges = classes.map(
    (one) => sql`select status.id from status where status.listed_as = ${sql.lit(one)}
      and status.deleted_at is null`,
  )
  return inOrder(range, direction, { ranges, column: 'status.id' })
}

function linkCandidates(
  link: string,
  range: Range,
  direction: Direction,
): RawBuilder<{ id: string }> {
  const linked = sql`select status_id as id from status_card where status_card.url = ${link}`
  return inOrder(range, direction, { ranges: [linked], column: 'status_card.status_id' })
}

function publicStatuses(db: Db, wanted: Shape, { viewerId, now }: Asked) {
  const viewer = wanted.signedIn ? viewerId : null
  return selectListedStatusesFor(db, viewer)
    .where('status.visibility', '=', sql.lit('public'))
    .where('status.reblog_of_id', 'is', null)
    .where('status.deleted_at', 'is', null)
    .where('account.silenced_at', 'is', null)
    .where((eb) => eb.and([visibleTo(eb, viewer), wantedBy(eb, viewer, now)]))
}
