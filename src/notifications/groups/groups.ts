import type { Db } from '../../db/database.ts'
import type { Page } from '../../db/pagination.ts'
import type { Readers, Stopped } from '../../db/walk.ts'
import { BEFORE_ALL_IDS } from '../../ids.ts'
import { idOfUngrouped } from '../group-key.ts'
import { membersOf, type Notification } from '../queries.ts'
import { GROUPABLE } from '../types.ts'
import { type GroupSelection, isGrouped, loadGroupFacts, pageOfHeads } from './walk.ts'

/** Notifications that are shown as one (S-260). */
export interface Group {
  /** what stands for it: its newest one, of a page its newest there */
  row: Notification
  /** whether it may have several */
  isGroup: boolean
  count: number
  mostRecentId: string
  sampleIds: string[]
  /** null where no page is asked for */
  page: { minId: string } | null
}

export async function pageOfGroups(
  readers: Readers,
  accountId: string,
  selection: GroupSelection,
  page: Page,
): Promise<{ groups: Group[]; stopped: Stopped }> {
  const { rows, stopped } = await pageOfHeads(readers, accountId, selection, page)
  const isGroup = (row: Notification) => isGrouped(row, selection)
  const last = rows.length < page.limit ? undefined : rows.at(-1)
  const oldest = last?.id ?? aboveAll(page)
  const described = await describe(readers.db, rows, isGroup, oldest)
  const groups = described.map(({ pageMinId, ...group }) => ({
    ...group,
    page: { minId: pageMinId },
  }))
  return { groups, stopped }
}

/** A page that is not full goes down to where it was asked to end. */
function aboveAll({ sinceId, minId }: Page): string {
  const bound = minId ?? sinceId
  return bound === null ? BEFORE_ALL_IDS : nextId(bound)
}

function nextId(id: string): string {
  return String(BigInt(id) + 1n).padStart(id.length, '0')
}

/** A group by its key, or null if the account has none of it. */
export async function findGroup(
  db: Db,
  accountId: string,
  groupKey: string,
): Promise<Group | null> {
  const row = await membersOf(db, accountId, groupKey)
    .orderBy('notification.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const isGroup = idOfUngrouped(groupKey) === null && GROUPABLE.includes(row.type)
  const [group] = await describe(db, [row], () => isGroup, BEFORE_ALL_IDS)
  if (group === undefined) return null
  const { pageMinId: _, ...whole } = group
  return { ...whole, page: null }
}

async function describe(
  db: Db,
  rows: readonly Notification[],
  isGroup: (row: Notification) => boolean,
  oldest: string,
) {
  const ids = rows.filter(isGroup).map(({ id }) => id)
  const facts = await loadGroupFacts(db, ids, oldest)
  return rows.map((row) => {
    const known = facts.get(row.id)
    if (known !== undefined) return { row, isGroup: true, ...known }
    const alone = { count: 1, mostRecentId: row.id, sampleIds: [row.from_account_id] }
    return { row, isGroup: false, ...alone, pageMinId: row.id }
  })
}
