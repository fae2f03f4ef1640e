import { BEFORE_ALL_IDS } from '../../../kernel/base/ids.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Readers, Stopped } from '../../../kernel/db/list-scan.ts'
import type { Page } from '../../../kernel/db/pagination.ts'
import { idOfUngrouped } from '../group-key.ts'
import { membersOf, type Notification } from '../queries.ts'
import { GROUPABLE } from '../types.ts'
import { type GroupSelection, isGrouped, loadGroupFacts, pageOfNewest } from './queries.ts'

/** Notifications that are shown as one (S-260). */
export interface Group {
  /** the notification that represents the group: its newest, or its newest on the page */
  row: Notification
  /** whether it may have several members */
  isGroup: boolean
  count: number
  mostRecentId: string
  sampleIds: string[]
  /** null outside of pages */
  page: { minId: string } | null
}

export async function pageOfGroups(
  readers: Readers,
  accountId: string,
  selection: GroupSelection,
  page: Page,
): Promise<{ groups: Group[]; stopped: Stopped }> {
  const { rows, stopped } = await pageOfNewest(readers, accountId, selection, page)
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

/** A page that is not full reaches down to its requested lower bound. */
function aboveAll({ sinceId, minId }: Page): string {
  const bound = minId ?? sinceId
  return bound === null ? BEFORE_ALL_IDS : nextId(bound)
}

function nextId(id: string): string {
  return String(BigInt(id) + 1n).padStart(id.length, '0')
}

/** The account's group with a key, or null. */
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
