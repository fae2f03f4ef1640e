import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { type Page, preparedPage } from '../db/pagination.ts'
import {
  type Direction,
  inOrder,
  type Range,
  type Readers,
  type Walked,
  walkedPage,
} from '../db/walk.ts'
import { follows, hiddenFrom } from '../relationships/predicates.ts'
import { type StatusHead, selectHeadsFor } from './heads.ts'
import { shelvesOf } from './shelves.ts'
import { visibleTo } from './visibility.ts'

/** Whose statuses are asked for, and by whom. */
interface Asked {
  accountId: string
  /** null for nobody signed in */
  viewerId: string | null
  /** id of the tag they must have, or null */
  tagId: string | null
  /** ms since 1970, for the viewer's mutes */
  now: number
}

/** Which of an account's statuses are asked for (S-288). */
interface Wanted {
  onlyMedia: boolean
  /** except those to the account itself */
  excludeReplies: boolean
  excludeReblogs: boolean
  excludeDirect: boolean
  pinned: boolean
}

interface Shape extends Wanted {
  viewer: 'nobody' | 'owner' | 'other'
  tagged: boolean
}

type PageOfShape = (readers: Readers, params: Params, page: Page) => Promise<Walked<StatusHead>>

type Params = { [Name in keyof Asked]: NonNullable<Asked[Name]> }

/** A page of those of an account's statuses that the viewer may see and wants. */
export async function accountStatusesPage(
  readers: Readers,
  asked: Asked,
  wanted: Wanted,
  page: Page,
): Promise<Walked<StatusHead>> {
  const { accountId, viewerId, tagId, now } = asked
  const viewer = viewerId === null ? 'nobody' : viewerId === accountId ? 'owner' : 'other'
  const params = { accountId, viewerId: viewerId ?? '', tagId: tagId ?? '', now }
  const bounds = wanted.pinned ? await betweenPins(readers.db, accountId, page) : page
  return pageOfShape({ ...wanted, viewer, tagged: tagId !== null })(readers, params, bounds)
}

/**
 * Pinned statuses come by the time of pinning, the newest pin first, so that a page begins and ends at pins:
 * those of the statuses that it names.
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

/** Prepared: built anew, a page would cost more to ask for than to read. */
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
  return walkedPage({
    column: 'status.id',
    candidates: (p: Params & Range, direction) => candidates(shape, p, direction, onShelves),
    firstCandidates: (p, direction) => candidates(shape, p, direction, onAllShelves),
    query: (db, p) => {
      const visible = statusesOf(db, p.accountId, shape.viewer === 'nobody' ? null : p.viewerId)
      return (shape.viewer === 'other' ? withoutUnwantedReblogs(visible, p) : visible).$if(
        shape.tagged,
        (q) => q.where(isOnShelves(shape)),
      )
    },
  })
}

/** Pins are few, so that no page of them is stopped. */
function preparePinned(shape: Shape): PageOfShape {
  const page = preparedPage(PIN, (db, p: Params) => {
    const visible = statusesOf(db, p.accountId, shape.viewer === 'nobody' ? null : p.viewerId)
    return pinnedOnly(shape.viewer === 'other' ? withoutUnwantedReblogs(visible, p) : visible)
      .where(isOnShelves(shape))
      .$if(shape.tagged, (q) => q.where(isTagged(p.tagId)))
  })
  return async ({ db }, params, bounds) => ({
    rows: await page(db, params, bounds),
    stopped: null,
  })
}

function isOnShelves(shape: Shape) {
  const shelves = allShelves(shape).map((one) => sql.lit(one))
  return sql<SqlBool>`status.shelf in (${sql.join(shelves)})`
}

type Shelving = (shape: Shape, p: Params & Range) => RawBuilder<unknown>[]

/** From the fewest: what is under the tag, or on the shelves that are asked for. */
function candidates(shape: Shape, p: Params & Range, direction: Direction, shelving: Shelving) {
  if (shape.tagged) {
    const tagged = sql`select status_tag.status_id as id from status_tag
      where status_tag.account_id = ${p.accountId} and status_tag.tag_id = ${p.tagId}`
    return inOrder(p, direction, { ranges: [tagged], column: 'status_tag.status_id' })
  }
  return inOrder(p, direction, { ranges: shelving(shape, p), column: 'status.id' })
}

const onAllShelves: Shelving = (shape, p) => allShelves(shape).map((one) => onShelf(p, one))

/** Whoever is not named in private statuses, nor follows, does not look through them. */
const onShelves: Shelving = (shape, p) => {
  if (shape.viewer !== 'other') return onAllShelves(shape, p)
  const { open, private: forFollowers, direct } = shelvesOf(shape)
  const follow = follows(p.viewerId, p.accountId)
  const named = shape.excludeDirect ? [] : direct.map((one) => namedOnShelf(p, one))
  return [
    ...open.map((one) => onShelf(p, one)),
    ...forFollowers.map((one) => sql`${onShelf(p, one)} and ${follow}`),
    ...forFollowers.map((one) => sql`${namedOnShelf(p, one)} and not ${follow}`),
    ...named,
  ]
}

function onShelf({ accountId }: Params, shelf: number): RawBuilder<unknown> {
  return sql`select status.id from status where status.account_id = ${accountId}
    and status.shelf = ${sql.lit(shelf)} and status.deleted_at is null`
}

function namedOnShelf(p: Params, shelf: number): RawBuilder<unknown> {
  return sql`${onShelf(p, shelf)} and exists (select 1 from mention
    where mention.status_id = status.id and mention.account_id = ${p.viewerId})`
}

function allShelves(shape: Shape): number[] {
  const { open, private: forFollowers, direct } = shelvesOf(shape)
  if (shape.viewer === 'nobody') return open
  return shape.excludeDirect ? [...open, ...forFollowers] : [...open, ...forFollowers, ...direct]
}

function statusesOf(db: Db, accountId: string, viewerId: string | null) {
  return selectHeadsFor(db, viewerId)
    .where('status.account_id', '=', accountId)
    .where((eb) => visibleTo(eb, viewerId))
}

type Statuses = ReturnType<typeof statusesOf>

/** Nobody meets whom they block or mute, or who blocks them, on somebody else's page. */
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
  // everybody pins their own statuses only
  return query.innerJoin('status_pin', (join) =>
    join
      .onRef('status_pin.status_id', '=', 'status.id')
      .onRef('status_pin.account_id', '=', 'status.account_id'),
  ) as unknown as Statuses
}
