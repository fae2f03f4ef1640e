import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { prepared } from '../../../kernel/db/prepared.ts'

/** maximum of levels up a thread */
const DEPTH = 100

const visibilityOf = prepared((db, p: { id: string }) =>
  db.selectFrom('status').where('id', '=', p.id).select('visibility'),
)

/** Whether a status is direct. */
export async function isPrivate(db: Db, statusId: string): Promise<boolean> {
  const [status] = await visibilityOf(db, { id: statusId })
  return status?.visibility === 'direct'
}

/**
 * Authors of direct statuses to the reader further up in the thread of a status: a reply to them,
 * or to replies to them, is not unsolicited.
 */
export async function writersTo(
  db: Db,
  { readerId, statusId }: { readerId: string; statusId: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ account_id: string }>`
    with recursive above (id, depth) as (
      select in_reply_to_id, 1 from status where id = ${statusId}
      union all
      select status.in_reply_to_id, above.depth + 1
      from above join status on status.id = above.id
      where above.depth < ${DEPTH}
    )
    select distinct status.account_id
    from above join status on status.id = above.id
    where status.visibility = 'direct' and status.deleted_at is null
      and exists (select 1 from mention where mention.status_id = status.id
        and mention.account_id = ${readerId} and not mention.silent)`.execute(db)
  return new Set(rows.map((row) => row.account_id))
}
