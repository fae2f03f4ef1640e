import type { Selectable } from 'kysely'
import type { CachedValue } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import {
  can,
  EVERY_PERMISSION,
  PERMISSIONS,
  type Permission,
} from '../../kernel/http/permissions.ts'
import type { RoleTable } from './tables.ts'

/** id of the base role, which applies to everybody; the only id without 18 digits */
export const BASE_ROLE_ID = '-99'

export type Role = Omit<Selectable<RoleTable>, 'id'> & { id: string }

/** Every role by id, the base role included: `await app.cached.get(roles)`. */
export const roles: CachedValue<Map<string, Role>> = { name: 'roles', load: loadRoles }

// on PostgreSQL the base role's id is read as a number: only ids outside the safe range are strings
export async function loadRoles(db: Db): Promise<Map<string, Role>> {
  const rows = await db.selectFrom('role').selectAll().execute()
  return new Map(rows.map((row) => [String(row.id), { ...row, id: String(row.id) }]))
}

/** Own role OR the base role; administrator implies all (S-064). */
export function effectivePermissions(known: Map<string, Role>, roleId: string | null): number {
  const own = roleId === null ? 0 : (known.get(roleId)?.permissions ?? 0)
  const both = own | (known.get(BASE_ROLE_ID)?.permissions ?? 0)
  return (both & PERMISSIONS.administrator) === 0 ? both : EVERY_PERMISSION
}

/** Whether the holders of a role, or all users, must sign in with a second factor (S-026). */
export function requiresTwoFactor(known: Map<string, Role>, roleId: string | null): boolean {
  const own = roleId !== null && known.get(roleId)?.require_two_factor === true
  return own || known.get(BASE_ROLE_ID)?.require_two_factor === true
}

/** Maximum of collections per account (S-521), from its role or the base role. */
export function collectionLimit(known: Map<string, Role>, roleId: string | null): number {
  return (known.get(roleId ?? BASE_ROLE_ID) ?? known.get(BASE_ROLE_ID))?.collection_limit ?? 0
}

/** Ids of the roles with a permission; reads the rows, so it is correct within a transaction. */
export async function rolesThatCan(db: Db, permission: Permission): Promise<string[]> {
  const known = await loadRoles(db)
  return [...known.keys()].filter((id) => can(effectivePermissions(known, id), permission))
}

/** Sets whether a role requires a second factor. Doing it again changes nothing. */
export async function setTwoFactorRequired(
  tx: Tx,
  roleId: string,
  required: boolean,
): Promise<void> {
  const changed = await tx.db
    .updateTable('role')
    .set({ require_two_factor: required })
    .where('id', '=', roleId)
    .where('require_two_factor', '!=', required)
    .returning('id')
    .executeTakeFirst()
  if (changed !== undefined) tx.emit({ type: 'settings.changed' })
}

/** Permissions of moderators; any of them makes a user staff. */
const MODERATION: readonly Permission[] = [
  'viewDashboard',
  'viewAuditLog',
  'manageReports',
  'manageUsers',
  'manageUserAccess',
  'manageAppeals',
  'manageFederation',
  'manageBlocks',
  'manageTaxonomies',
]

/**
 * Whether holders of a role reach those of another despite blocks (S-258): higher staff with a
 * public badge; reads the rows, so it is correct within a transaction.
 */
export async function bypassesBlocks(
  db: Db,
  roleId: string | null,
  otherId: string | null,
): Promise<boolean> {
  if (roleId === null) return false
  const known = await loadRoles(db)
  const role = known.get(roleId)
  if (role === undefined || !role.highlighted) return false
  const permissions = effectivePermissions(known, roleId)
  if (!MODERATION.some((permission) => can(permissions, permission))) return false
  return role.position > (known.get(otherId ?? BASE_ROLE_ID)?.position ?? -1)
}
