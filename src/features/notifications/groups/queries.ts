import { sql } from 'kysely'
import { idAt, SHORT_IDS, timeOfId } from '../../../kernel/base/ids.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { Readers, ScannedPage } from '../../../kernel/db/list-scan.ts'
import type { Page } from '../../../kernel/db/pagination.ts'
import { accountStays } from '../../accounts/predicates.ts'
import { GROUP_SPAN } from '../group-key.ts'
import { pageOfListed } from '../listing.ts'
import { type Notification, ownByIds, type Selection } from '../queries.ts'
import type { NotificationType } from '../tables.ts'

export interface GroupSelection extends Selection {
  /** groupable types that the client wants grouped */
  groupedTypes: readonly NotificationType[]
}

/**
 * One notification per group of a page, newest first: the group's newest below `maxId`. A group
 * with members both above and below `maxId` appears again with its older members, as in Mastodon;
 * upwards from `minId`, a group appears once, with its newest.
 *
 * The query reads only the newest rows of groups, so its cost depends on the page size, not on the
 * size of groups.
 */
export async function pageOfNewest(
  readers: Readers,
  accountId: string,
  selection: GroupSelection,
  page: Page,
): Promise<ScannedPage<Notification>> {
  const { rows: below, stopped } = await pageOfListed(readers, accountId, selection, page)
  const parted = page.minId === null ? await partedAt(readers.db, accountId, selection, page) : []
  const seen = new Set<string>()
  const rows = [...below, ...parted]
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .filter((row) => {
      if (!isGrouped(row, selection)) return true
      const isFirst = !seen.has(row.group_key)
      seen.add(row.group_key)
      return isFirst
    })
    .slice(0, page.limit)
  return { rows, stopped }
}

/** Whether a notification represents a group. */
export function isGrouped(
  { type, filtered }: Pick<Notification, 'type' | 'filtered'>,
  { groupedTypes }: Pick<GroupSelection, 'groupedTypes'>,
): boolean {
  return !filtered && groupedTypes.includes(type)
}

/** Groups with members both above and below `maxId`: their newest below it. */
async function partedAt(
  db: Db,
  accountId: string,
  selection: GroupSelection,
  { maxId, sinceId, limit }: Page,
): Promise<Notification[]> {
  const { groupedTypes, types, fromId } = selection
  const kinds = groupedTypes.filter((type) => types?.includes(type) ?? true)
  if (maxId === null || fromId !== null || kinds.length === 0) return []
  const newest = members(db)
    .where('member.id', '<', maxId)
    .orderBy('member.id', 'desc')
    .limit(1)
    .select('member.id')
  const rows = await db
    .selectFrom('notification')
    .where('notification.account_id', '=', accountId)
    .where('notification.newest', '=', true)
    .where(sql<boolean>`not notification.filtered`)
    .where('notification.id', '>=', maxId)
    // the members of a group are never further apart
    .where('notification.id', '<', idAt(timeOfId(maxId, SHORT_IDS) + GROUP_SPAN, SHORT_IDS))
    .where('notification.type', 'in', kinds)
    .select(newest.as('id'))
    .execute()
  const ids = rows
    .map(({ id }) => id)
    .filter((id) => id !== null && id > (sinceId ?? ''))
    .sort()
    .slice(-limit)
  return ids.length === 0 ? [] : ownByIds(db, accountId, ids as string[])
}

/** maximum of accounts shown for a group */
export const SAMPLE = 8

/** Data of a group besides the notification that represents it. */
export interface GroupFacts {
  count: number
  mostRecentId: string
  /** newest first; empty if all of them are suspended */
  sampleIds: string[]
  /** the oldest on the page */
  pageMinId: string
}

/**
 * Data of groups, by the id of the notification that represents each. Each value is one lookup in
 * the index of groups, except the count, which reads the group's range of it.
 *
 * @param oldest lower bound of the page's ids, inclusive
 */
export async function loadGroupFacts(
  db: Db,
  ids: readonly string[],
  oldest: string,
): Promise<Map<string, GroupFacts>> {
  if (ids.length === 0) return new Map()
  const samples = Array.from({ length: SAMPLE }, (_, at) => sampleAt(db, at).as(`sample${at}`))
  const rows = await db
    .selectFrom('notification')
    .where(idIn(db, 'notification.id', ids))
    .select([
      'notification.id',
      members(db)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .as('count'),
      members(db).select('member.id').orderBy('member.id', 'desc').limit(1).as('latest'),
      members(db)
        .select('member.id')
        .where('member.id', '>=', oldest)
        .orderBy('member.id')
        .limit(1)
        .as('first'),
    ])
    .select(samples)
    .execute()
  return new Map(
    rows.map((row) => {
      const found = samples.map((_, at) => (row as Record<string, unknown>)[`sample${at}`])
      const sampleIds = found.filter((id) => id !== null) as string[]
      const { id, count, latest, first } = row
      const facts = { count: Number(count), mostRecentId: latest ?? id, pageMinId: first ?? id }
      return [id, { ...facts, sampleIds }]
    }),
  )
}

function members(db: Db) {
  return db
    .selectFrom('notification as member')
    .whereRef('member.account_id', '=', sql.ref('notification.account_id'))
    .whereRef('member.group_key', '=', sql.ref('notification.group_key'))
}

function sampleAt(db: Db, at: number) {
  return members(db)
    .innerJoin('account as sender', 'sender.id', 'member.from_account_id')
    .where(accountStays('sender'))
    .orderBy('member.id', 'desc')
    .limit(1)
    .offset(at)
    .select('member.from_account_id')
}
