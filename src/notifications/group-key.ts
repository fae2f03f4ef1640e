import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { NotificationType } from '../db/schema.ts'
import { normalizeId, shownId, toShortId } from '../ids.ts'
import type { Tx } from '../transact.ts'
import { GROUPABLE } from './types.ts'

const HOUR = 3_600_000
/** hours that a group spans at most (S-139) */
const SPAN = 12
/** ms between the first and the last notification of a group, at most */
export const GROUP_SPAN = SPAN * HOUR
/** heads that concurrent transactions may have left in one group */
const STRAY_HEADS = 8

// keys that differ in the hour alone sort by it in every collation: hours have six digits until 2084
const latestKey = prepared((db, p: { accountId: string; from: string; upTo: string }) =>
  db
    .selectFrom('notification')
    .where('account_id', '=', p.accountId)
    .where('group_key', '>=', p.from)
    .where('group_key', '<=', p.upTo)
    .orderBy('group_key', 'desc')
    .limit(1)
    .select('group_key'),
)

/** The key of one that stands alone. */
export function ungroupedKey(id: string): string {
  return `ungrouped-${shownId(id)}`
}

/** The id of one that stands alone, or null for a group's key. */
export function idOfUngrouped(groupKey: string): string | null {
  const digits = /^ungrouped-(\d+)$/.exec(groupKey)?.[1]
  const id = digits === undefined ? null : normalizeId(digits)
  return id === null ? null : toShortId(id)
}

/**
 * The group that a new notification belongs to (S-139): that of the latest one like it, unless the
 * group began twelve hours ago or earlier. Types that are never grouped have one of their own.
 *
 * @param id of the new notification
 */
export async function groupKeyFor(
  tx: Tx,
  id: string,
  about: { accountId: string; type: NotificationType; statusId: string | null },
): Promise<string> {
  const { accountId, type, statusId } = about
  if (!GROUPABLE.includes(type)) return ungroupedKey(id)
  const hour = Math.floor(tx.now / HOUR)
  const keyAt = (at: number) => (statusId === null ? `${type}-${at}` : `${type}-${statusId}-${at}`)
  const range = { accountId, from: keyAt(hour - SPAN + 1), upTo: keyAt(hour) }
  const [latest] = await latestKey(tx.db, range)
  return latest?.group_key ?? keyAt(hour)
}

/** One of a group, or one that was. */
export interface Member {
  id: string
  account_id: string
  group_key: string
}

const unsetBefore = prepared((db, p: Member) =>
  db
    .updateTable('notification')
    .set({ newest: false })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notification')
        .select('id')
        .where('account_id', '=', p.account_id)
        .where('group_key', '=', p.group_key)
        .where('id', '<', p.id)
        .orderBy('id', 'desc')
        .limit(STRAY_HEADS),
    )
    .where('newest', '=', true),
)

/** Makes new notifications the heads of their groups. */
export async function becomeHeads(db: Db, members: readonly Member[]): Promise<void> {
  for (const { id, account_id, group_key } of members) {
    if (idOfUngrouped(group_key) === null) await unsetBefore(db, { id, account_id, group_key })
  }
}

const setLast = prepared((db, p: Omit<Member, 'id'>) =>
  db
    .updateTable('notification')
    .set({ newest: true })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('notification')
        .select('id')
        .where('account_id', '=', p.account_id)
        .where('group_key', '=', p.group_key)
        .orderBy('id', 'desc')
        .limit(1),
    ),
)

/** Where the head of a group was removed, the one before becomes its head. */
export async function replaceHeads(
  db: Db,
  removed: readonly (Member & { newest: boolean })[],
): Promise<void> {
  const heads = removed.filter((row) => row.newest && idOfUngrouped(row.group_key) === null)
  const groups = new Map(heads.map((row) => [`${row.account_id} ${row.group_key}`, row]))
  for (const { account_id, group_key } of groups.values()) {
    await setLast(db, { account_id, group_key })
  }
}
