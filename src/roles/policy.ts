import type { Db } from '../db/database.ts'
import { Forbidden } from '../errors.ts'
import type { Permission } from '../http/permissions.ts'
import { can } from '../http/permissions.ts'
import { BASE_ROLE_ID } from './roles.ts'

/** What of somebody of the staff decides what they may do to others. */
export interface Rank {
  permissions: number
  /** of their role; higher ones stand above lower ones */
  rolePosition: number
}

/** Whether somebody stands above the holders of a role; nobody does above their own (S-065). */
export function outranks(staff: Rank, position: number): boolean {
  return staff.rolePosition > position
}

/** Position of a role, or that of people without one; asked of the rows. */
export async function positionOf(db: Db, roleId: string | null): Promise<number> {
  const role = await db
    .selectFrom('role')
    .select('position')
    .where('id', '=', roleId ?? BASE_ROLE_ID)
    .executeTakeFirst()
  return role?.position ?? 0
}

/**
 * Demands that somebody of the staff stands above an account: people here by their roles, accounts of other
 * servers always.
 *
 * @throws Forbidden (S-065)
 */
export async function demandAbove(db: Db, staff: Rank, accountId: string): Promise<void> {
  const user = await db
    .selectFrom('local_user')
    .select('role_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (user === undefined || user.role_id === null) return
  if (!outranks(staff, await positionOf(db, user.role_id))) throw new Forbidden()
}

/** @throws Forbidden if the role does not allow it: for what a route's `permission` cannot say */
export function demandPermission(staff: Rank, permission: Permission): void {
  if (!can(staff.permissions, permission)) throw new Forbidden()
}
