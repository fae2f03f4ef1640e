import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { idRows } from '../../../kernel/db/id-in.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import { visibleTo } from './visibility.ts'

const viewersSeeing = prepared((db, p: { statusId: string; viewerIds: readonly string[] }) =>
  db
    .selectFrom(idRows(db, p.viewerIds).as('viewer'))
    .innerJoin('status', (join) => join.on('status.id', '=', p.statusId))
    .innerJoin('account', 'account.id', 'status.account_id')
    .where((eb) => visibleTo(eb as never, sql.ref<string>('viewer.id')))
    .select('viewer.id'),
)

/**
 * The viewers who may see a status, and its original if it is a reblog: applies `visibleTo` to many
 * viewers and one status.
 */
export async function loadViewersSeeing(
  db: Db,
  status: { id: string; reblog_of_id: string | null },
  viewerIds: readonly string[],
): Promise<string[]> {
  let seeing = viewerIds
  for (const statusId of [status.id, status.reblog_of_id]) {
    if (statusId === null || seeing.length === 0) continue
    const rows = await viewersSeeing(db, { statusId, viewerIds: seeing })
    seeing = rows.map((row) => row.id)
  }
  return [...seeing]
}
