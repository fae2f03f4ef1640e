import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { idIn } from '../../db/id-in.ts'
import type { Page } from '../../db/pagination.ts'
import type { NotificationType } from '../../db/schema.ts'
import type { Readers, Walked } from '../../db/walk.ts'
import { idAt, SHORT_IDS, timeOfId } from '../../ids.ts'
import { GROUP_SPAN } from '../group-key.ts'
import { pageOfListed } from '../listing.ts'
import { type Notification, ownByIds, type Selection } from '../queries.ts'

export interface GroupSelection extends Selection {
  /** groupable types whose notifications the client wants in groups */
  groupedTypes: readonly NotificationType[]
}

/**
 * One notification for each group of a page, newest first: its newest one below `maxId`. A group of which
 * some are newer than `maxId` and some older is there again, with the older ones, as clients expect of
 * Mastodon; going up from `minId`, a group comes once, by its newest.
 *
 * It walks along the heads of groups, so it costs what the page is long, however large the groups are.
 */
export async function pageOfHeads(
  readers: Readers,
  accountId: string,
  selection: GroupSelection,
  page: Page,
): Promise<Walked<Notification>> {
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

/** Whether a notification stands for a group. */
export function isGrouped(
  { type, filtered }: Pick<Notification, 'type' | 'filtered'>,
  { groupedTypes }: Pick<GroupSelection, 'groupedTypes'>,
): boolean {
  return !filtered && groupedTypes.includes(type)
}

/** Of groups that have some above and some below `maxId`, the newest below. */
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
    // none of a group is further from the others
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

/** accounts that stand for a group */
export const SAMPLE = 8

/** What a group has besides the notification that stands for it. */
export interface GroupFacts {
  count: number
  mostRecentId: string
  /** newest first; nobody if all of them are suspended */
  sampleIds: string[]
  /** the oldest one of the page */
  pageMinId: string
}

/**
 * Facts of groups, by the id of the notification that stands for each. Every one is a look into the index
 * of groups, except the count, which reads the group's part of it.
 *
 * @param oldest id at or above which a page's notifications are
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
    .where('sender.suspended_at', 'is', null)
    .where('sender.deleted_at', 'is', null)
    .orderBy('member.id', 'desc')
    .limit(1)
    .offset(at)
    .select('member.from_account_id')
}
