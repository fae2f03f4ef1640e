import type { Selectable } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import type { Appeal } from '../../reports/appeals.ts'
import type { AccountWarningTable, AppealState } from '../../reports/tables.ts'

export type Strike = Selectable<AccountWarningTable>

/** Staff decisions, newest first. @param accountId the account concerned; undefined: any */
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

/** @param state undefined: any */
export function pageOfAppeals(
  db: Db,
  state: AppealState | undefined,
  page: Page,
): Promise<Appeal[]> {
  const all = db.selectFrom('appeal').selectAll()
  return fetchPage(state === undefined ? all : all.where('state', '=', state), 'appeal.id', page)
}
