import { Forbidden } from '../../kernel/base/errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Permission } from '../../kernel/http/permissions.ts'
import { can } from '../../kernel/http/permissions.ts'
import { BASE_ROLE_ID } from './roles.ts'

/** The parts of a staff member's role that decide their rank. */
export interface Rank {
  permissions: number
  /** of the role; higher positions outrank lower ones */
  rolePosition: number
}

/**
 * Whether a staff member outranks the holders of a role; never those of the own position (S-065).
 */
export function outranks(staff: Rank, position: number): boolean {
  return staff.rolePosition > position
}

/** Position of a role, or that of users without a role; reads the rows, not the cache. */
export async function positionOf(db: Db, roleId: string | null): Promise<number> {
  const role = await db
    .selectFrom('role')
    .select('position')
    .where('id', '=', roleId ?? BASE_ROLE_ID)
    .executeTakeFirst()
  return role?.position ?? 0
}

/**
 * Requires that a staff member outranks an account: local users by their roles, remote accounts
 * always.
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

/**
 * @throws Forbidden if the role lacks a permission: for conditions that a route's `permission`
 * cannot express
 */
export function demandPermission(staff: Rank, permission: Permission): void {
  if (!can(staff.permissions, permission)) throw new Forbidden()
}
