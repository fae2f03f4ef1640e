import { ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { outranks, type Rank } from '../roles/policy.ts'
import { assignRole } from './assign-role.ts'

/** Names of the roles before and after; null: none. */
export interface RoleChange {
  from: string | null
  to: string | null
}

/**
 * A staff member sets or removes a user's role: only a role below the staff member's own, without
 * further permissions (S-065). The caller checks that the staff member outranks the user.
 *
 * @returns null if the user had it before
 * @throws ValidationFailed for a role that the staff member cannot give
 */
export async function changeRole(
  tx: Tx,
  staff: Rank,
  user: { userId: string; roleId: string | null },
  roleId: string | null,
): Promise<RoleChange | null> {
  if (user.roleId === roleId) return null
  const to = roleId === null ? null : await getGivable(tx, staff, roleId)
  const from = user.roleId === null ? null : await nameOf(tx, user.roleId)
  await assignRole(tx, user.userId, roleId)
  return { from, to }
}

async function getGivable(tx: Tx, staff: Rank, roleId: string): Promise<string> {
  const role = await tx.db
    .selectFrom('role')
    .select(['name', 'position', 'permissions'])
    .where('id', '=', roleId)
    .executeTakeFirst()
  if (role === undefined) throw new ValidationFailed('Role is not known')
  if (!outranks(staff, role.position)) {
    throw new ValidationFailed('Role must stand below your own')
  }
  if ((role.permissions & ~staff.permissions) !== 0) {
    throw new ValidationFailed('Role may do what yours may not')
  }
  return role.name
}

async function nameOf(tx: Tx, roleId: string): Promise<string | null> {
  const role = await tx.db
    .selectFrom('role')
    .select('name')
    .where('id', '=', roleId)
    .executeTakeFirst()
  return role?.name ?? null
}
