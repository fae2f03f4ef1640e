import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import { idIn } from '../../db/id-in.ts'
import { fetchPage, type Page } from '../../db/pagination.ts'
import type { AccountWarningTable, AppealState } from '../../db/schema.ts'
import type { Appeal } from '../../reports/appeals.ts'

export type Strike = Selectable<AccountWarningTable>

/** Decisions of the staff, the newest first. @param accountId whom they are about; absent: whoever it is */
export function pageOfStrikes(
  db: Db,
  accountId: string | undefined,
  page: Page,
): Promise<Strike[]> {
  const all = db.selectFrom('account_warning').selectAll()
  const query = accountId === undefined ? all : all.where('target_account_id', '=', accountId)
  return fetchPage(query, 'account_warning.id', page)
}

export function strikesByIds(db: Db, ids: readonly string[]): Promise<Strike[]> {
  return db
    .selectFrom('account_warning')
    .selectAll()
    .where(idIn(db, 'id', ids))
    .execute()
}

/** @param state absent: whatever came of them */
export function pageOfAppeals(
  db: Db,
  state: AppealState | undefined,
  page: Page,
): Promise<Appeal[]> {
  const all = db.selectFrom('appeal').selectAll()
  return fetchPage(state === undefined ? all : all.where('state', '=', state), 'appeal.id', page)
}
