import { prepared } from '../db/prepared.ts'
import type { NotificationType } from '../db/schema.ts'
import { idAt } from '../ids.ts'
import type { Tx } from '../transact.ts'

const HOUR = 3_600_000
/** hours that a group spans at most (S-139) */
const SPAN = 12

const GROUPED: readonly NotificationType[] = ['favourite', 'reblog', 'follow', 'admin.sign_up']

interface Params {
  accountId: string
  type: NotificationType
  since: string
}

const latestOfType = prepared((db, p: Params) =>
  db
    .selectFrom('notification')
    .where('account_id', '=', p.accountId)
    .where('id', '>', p.since)
    .where('type', '=', p.type)
    .orderBy('id', 'desc')
    .limit(1)
    .select('group_key'),
)

const latestAboutStatus = prepared((db, p: Params & { statusId: string }) =>
  db
    .selectFrom('notification')
    .where('account_id', '=', p.accountId)
    .where('id', '>', p.since)
    .where('type', '=', p.type)
    .where('status_id', '=', p.statusId)
    .orderBy('id', 'desc')
    .limit(1)
    .select('group_key'),
)

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
  if (!GROUPED.includes(about.type)) return `ungrouped-${id}`
  const { accountId, type, statusId } = about
  const hour = Math.floor(tx.now / HOUR)
  const since = idAt(tx.now - SPAN * HOUR)
  const [latest] =
    statusId === null
      ? await latestOfType(tx.db, { accountId, type, since })
      : await latestAboutStatus(tx.db, { accountId, type, since, statusId })
  if (latest !== undefined && hourOf(latest.group_key) > hour - SPAN) return latest.group_key
  return statusId === null ? `${type}-${hour}` : `${type}-${statusId}-${hour}`
}

function hourOf(groupKey: string): number {
  return Number(groupKey.slice(groupKey.lastIndexOf('-') + 1))
}
