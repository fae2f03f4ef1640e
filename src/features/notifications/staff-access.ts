import type { App } from '../../kernel/core/app.ts'
import { can } from '../../kernel/http/permissions.ts'
import { effectivePermissions, roles } from '../roles/roles.ts'
import type { Notification } from './queries.ts'

/**
 * The account's notifications that it may still see: those about reports only while its role lets
 * it manage reports (S-567).
 */
export async function stillForStaff(
  app: Pick<App, 'db' | 'cached'>,
  accountId: string,
  rows: readonly Notification[],
): Promise<readonly Notification[]> {
  const isReport = ({ type }: Notification) => type === 'admin.report'
  if (!rows.some(isReport) || (await managesReports(app, accountId))) return rows
  return rows.filter((row) => !isReport(row))
}

async function managesReports(
  app: Pick<App, 'db' | 'cached'>,
  accountId: string,
): Promise<boolean> {
  const user = await app.db
    .selectFrom('local_user')
    .select('role_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (user === undefined) return false
  const known = await app.cached.get(roles)
  return can(effectivePermissions(known, user.role_id), 'manageReports')
}
