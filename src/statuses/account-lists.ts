import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { type Page, preparedPage } from '../db/pagination.ts'
import { hiddenFrom } from '../relationships/predicates.ts'
import { type StatusHead, selectHeadsFor } from './heads.ts'
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

type Params = { [Name in keyof Asked]: NonNullable<Asked[Name]> }

/** A page of those of an account's statuses that the viewer may see and wants. */
export async function accountStatusesPage(
  db: Db,
  asked: Asked,
  wanted: Wanted,
  page: Page,
): Promise<StatusHead[]> {
  const { accountId, viewerId, tagId, now } = asked
  const viewer = viewerId === null ? 'nobody' : viewerId === accountId ? 'owner' : 'other'
  const params = { accountId, viewerId: viewerId ?? '', tagId: tagId ?? '', now }
  const bounds = wanted.pinned ? await betweenPins(db, accountId, page) : page
  return pageOfShape({ ...wanted, viewer, tagged: tagId !== null })(db, params, bounds)
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
const pages = new Map<string, ReturnType<typeof preparePage>>()

function pageOfShape(shape: Shape) {
  const { viewer, tagged, onlyMedia, excludeReplies, excludeReblogs, excludeDirect, pinned } = shape
  const flags = [tagged, onlyMedia, excludeReplies, excludeReblogs, excludeDirect, pinned]
  const key = `${viewer} ${flags.join(' ')}`
  const known = pages.get(key) ?? preparePage(shape)
  pages.set(key, known)
  return known
}

function preparePage(shape: Shape) {
  const column = shape.pinned ? PIN : 'status.id'
  return preparedPage(column, (db, p: Params) => {
    const visible = statusesOf(db, p.accountId, shape.viewer === 'nobody' ? null : p.viewerId)
    return (shape.viewer === 'other' ? withoutUnwantedReblogs(visible, p) : visible)
      .$if(shape.onlyMedia, (q) => q.where(sql`cast(status.media_ids as text)`, '<>', '[]'))
      .$if(shape.excludeReplies, (q) =>
        q.where((eb) =>
          eb.or([
            eb('status.in_reply_to_account_id', 'is', null),
            eb('status.in_reply_to_account_id', '=', p.accountId),
          ]),
        ),
      )
      .$if(shape.excludeReblogs, (q) => q.where('status.reblog_of_id', 'is', null))
      .$if(shape.excludeDirect, (q) => q.where('status.visibility', '<>', sql.lit('direct')))
      .$if(shape.tagged, (q) => q.where(isTagged(p.tagId)))
      .$if(shape.pinned, pinnedOnly)
  })
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
