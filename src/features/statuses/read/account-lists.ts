import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import {
  type Direction,
  inOrder,
  type Range,
  type Ranges,
  type Readers,
  type ScannedPage,
  scannedPage,
} from '../../../kernel/db/list-scan.ts'
import { type Page, preparedPage } from '../../../kernel/db/pagination.ts'
import { follows, hiddenFrom } from '../../relationships/predicates.ts'
import { listClassesOf } from '../write/list-classes.ts'
import { type ListedStatus, selectListedStatusesFor } from './status-rows.ts'
import { visibleTo } from './visibility.ts'

/** The author, the viewer and the tag of a list of statuses. */
interface Asked {
  accountId: string
  /** null: no signed-in viewer */
  viewerId: string | null
  /** id of a tag that the statuses must have; null: any */
  tagId: string | null
  /** ms since 1970, for the viewer's mutes */
  now: number
}

/** Filters of an account's statuses (S-288). */
interface Wanted {
  onlyMedia: boolean
  /** replies to the account itself stay */
  excludeReplies: boolean
  excludeReblogs: boolean
  excludeDirect: boolean
  pinned: boolean
}

interface Shape extends Wanted {
  viewer: 'nobody' | 'owner' | 'other'
  tagged: boolean
}

type PageOfShape = (
  readers: Readers,
  params: Params,
  page: Page,
) => Promise<ScannedPage<ListedStatus>>

type Params = { [Name in keyof Asked]: NonNullable<Asked[Name]> }

/** A page of the account's statuses that the viewer may see and that pass the filters. */
export async function accountStatusesPage(
  readers: Readers,
  asked: Asked,
  wanted: Wanted,
  page: Page,
): Promise<ScannedPage<ListedStatus>> {
  const { accountId, viewerId, tagId, now } = asked
  const viewer = viewerId === null ? 'nobody' : viewerId === accountId ? 'owner' : 'other'
  const params = { accountId, viewerId: viewerId ?? '', tagId: tagId ?? '', now }
  const bounds = wanted.pinned ? await betweenPins(readers.db, accountId, page) : page
  return pageOfShape({ ...wanted, viewer, tagged: tagId !== null })(readers, params, bounds)
}

/**
 * Pinned statuses are sorted by the time of pinning, newest first. Page bounds therefore become pin
 * ids: status ids in the request are replaced by the ids of their pins.
 */
async function betweenPins(db: Db, accountId: string, page: Page): Promise<Page> {
  const { maxId, sinceId, minId } = page
  const named = [maxId, sinceId, minId].filter((id) => id !== null)
  if (named.length === 0) return page
  const rows = await db
    .selectFrom('status_pin')
    .select(['id', 'status_id'])
    .where('account_id', '=', accountId)
    .where(idIn(db, 'status_id', named))
    .execute()
  const pins = new Map(rows.map((row) => [row.status_id, row.id]))
  const pinOf = (id: string | null) => (id === null ? null : (pins.get(id) ?? id))
  return { ...page, maxId: pinOf(maxId), sinceId: pinOf(sinceId), minId: pinOf(minId) }
}

/** Prepared queries: building one costs more than running it. */
const pages = new Map<string, PageOfShape>()

function pageOfShape(shape: Shape) {
  const { viewer, tagged, onlyMedia, excludeReplies, excludeReblogs, excludeDirect, pinned } = shape
  const flags = [tagged, onlyMedia, excludeReplies, excludeReblogs, excludeDirect, pinned]
  const key = `${viewer} ${flags.join(' ')}`
  const known = pages.get(key) ?? (pinned ? preparePinned(shape) : preparePage(shape))
  pages.set(key, known)
  return known
}

function preparePage(shape: Shape): PageOfShape {
  return scannedPage({
    column: 'status.id',
    candidates: (p: Params & Range, direction) => candidates(shape, p, direction, inListClasses),
    firstCandidates: (p, direction) => candidates(shape, p, direction, inAllListClasses),
    query: (db, p) => {
      const visible = statusesOf(db, p.accountId, shape.viewer === 'nobody' ? null : p.viewerId)
      // candidates by a tag or a mention may be in any list class
      return shape.viewer === 'other'
        ? withoutUnwantedReblogs(visible, p).where(isInListClasses(shape))
        : visible.$if(shape.tagged, (q) => q.where(isInListClasses(shape)))
    },
  })
}

/** An account has few pins, so a page of pins never stops early. */
function preparePinned(shape: Shape): PageOfShape {
  const page = preparedPage(PIN, (db, p: Params) => {
    const visible = statusesOf(db, p.accountId, shape.viewer === 'nobody' ? null : p.viewerId)
    return pinnedOnly(shape.viewer === 'other' ? withoutUnwantedReblogs(visible, p) : visible)
      .where(isInListClasses(shape))
      .$if(shape.tagged, (q) => q.where(isTagged(p.tagId)))
  })
  return async ({ db }, params, bounds) => ({
    rows: await page(db, params, bounds),
    stopped: null,
  })
}

function isInListClasses(shape: Shape) {
  const classes = allListClasses(shape).map((one) => sql.lit(one))
  return sql<SqlBool>`status.shelf in (${sql.join(classes)})`
}

type ClassRanges = (shape: Shape, p: Params & Range) => Ranges

/**
 * The smallest set of candidates: statuses under the tag, or statuses in the requested list
 * classes.
 */
function candidates(
  shape: Shape,
  p: Params & Range,
  direction: Direction,
  classRanges: ClassRanges,
) {
  if (shape.tagged) {
    const tagged = sql`select status_tag.status_id as id from status_tag
      where status_tag.account_id = ${p.accountId} and status_tag.tag_id = ${p.tagId}`
    return inOrder(p, direction, { ranges: [tagged], column: 'status_tag.status_id' })
  }
  return inOrder(p, direction, classRanges(shape, p))
}

const inAllListClasses: ClassRanges = (shape, p) =>
  rangesOf(allListClasses(shape).map((one) => inListClass(p, one)))

/**
 * Another account sees private statuses of an author that it follows, and all that mention it: these are found
 * by the mention, as the author may have very many others. An id may be in two ranges.
 */
const inListClasses: ClassRanges = (shape, p) => {
  if (shape.viewer !== 'other') return inAllListClasses(shape, p)
  const { open, private: forFollowers } = listClassesOf(shape)
  const follow = follows(p.viewerId, p.accountId)
  const mentions = sql`select mention.status_id as id from mention
    where mention.account_id = ${p.viewerId} and mention.author_id = ${p.accountId}`
  const own = [
    ...open.map((one) => inListClass(p, one)),
    ...forFollowers.map((one) => sql`${inListClass(p, one)} and ${follow}`),
  ]
  return {
    ...rangesOf(own),
    more: { ranges: [mentions], column: 'mention.status_id' },
    repeats: true,
  }
}

function rangesOf(ranges: readonly RawBuilder<unknown>[]): Ranges {
  return { ranges, column: 'status.id' }
}

function inListClass({ accountId }: Params, listClass: number): RawBuilder<unknown> {
  return sql`select status.id from status where status.account_id = ${accountId}
    and status.shelf = ${sql.lit(listClass)} and status.deleted_at is null`
}

function allListClasses(shape: Shape): number[] {
  const { open, private: forFollowers, direct } = listClassesOf(shape)
  if (shape.viewer === 'nobody') return open
  return shape.excludeDirect ? [...open, ...forFollowers] : [...open, ...forFollowers, ...direct]
}

function statusesOf(db: Db, accountId: string, viewerId: string | null) {
  return selectListedStatusesFor(db, viewerId)
    .where('status.account_id', '=', accountId)
    .where((eb) => visibleTo(eb, viewerId))
}

type Statuses = ReturnType<typeof statusesOf>

/**
 * On another account's page, hides reblogs of authors whom the viewer blocks or mutes, or who block
 * the viewer.
 */
function withoutUnwantedReblogs(query: Statuses, { viewerId, now }: Params): Statuses {
  const unwanted = hiddenFrom(viewerId, sql.ref('original.account_id'), now)
  return query.where(
    sql<SqlBool>`(status.reblog_of_id is null or not exists (select 1 from status as original where original.id = status.reblog_of_id and ${unwanted}))`,
  )
}

function isTagged(tagId: string) {
  return sql<SqlBool>`exists (select 1 from status_tag where status_tag.status_id = status.id and status_tag.tag_id = ${tagId})`
}

const PIN = 'status_pin.id'

function pinnedOnly(query: Statuses): Statuses {
  // accounts pin only their own statuses
  return query.innerJoin('status_pin', (join) =>
    join
      .onRef('status_pin.status_id', '=', 'status.id')
      .onRef('status_pin.account_id', '=', 'status.account_id'),
  ) as unknown as Statuses
}
