import { HOUR } from '../../kernel/base/durations.ts'
import { normalizeId, shownId, toShortId } from '../../kernel/base/ids.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import type { NotificationType } from './tables.ts'
import { GROUPABLE } from './types.ts'

/** maximum of hours that a group spans (S-139) */
const SPAN = 12
/** ms between the first and the last notification of a group, at most */
export const GROUP_SPAN = SPAN * HOUR
/** maximum of `newest` rows that concurrent transactions may leave in one group */
const STRAY_NEWEST = 8

// keys that differ only in the hour sort by it in every collation: hours have six digits until 2084
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

/** The key of an ungrouped notification. */
export function ungroupedKey(id: string): string {
  return `ungrouped-${shownId(id)}`
}

/** The id of an ungrouped notification, or null for a group's key. */
export function idOfUngrouped(groupKey: string): string | null {
  const digits = /^ungrouped-(\d+)$/.exec(groupKey)?.[1]
  const id = digits === undefined ? null : normalizeId(digits)
  return id === null ? null : toShortId(id)
}

/**
 * The group of a new notification (S-139): that of the latest similar notification, unless that
 * group started twelve hours ago or earlier. Ungroupable types get a key of their own.
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

/** A present or removed member of a group. */
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
        .limit(STRAY_NEWEST),
    )
    .where('newest', '=', true),
)

/** Marks new notifications as the newest of their groups. */
export async function markNewest(db: Db, members: readonly Member[]): Promise<void> {
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

/** Marks the latest remaining member as the newest of each group whose newest was removed. */
export async function replaceNewest(
  db: Db,
  removed: readonly (Member & { newest: boolean })[],
): Promise<void> {
  const latest = removed.filter((row) => row.newest && idOfUngrouped(row.group_key) === null)
  const groups = new Map(latest.map((row) => [`${row.account_id} ${row.group_key}`, row]))
  for (const { account_id, group_key } of groups.values()) {
    await setLast(db, { account_id, group_key })
  }
}
