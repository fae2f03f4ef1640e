import type { Selectable } from 'kysely'
import type { CachedValue } from '../cached.ts'
import type { Db } from '../db/database.ts'
import type { RoleTable } from '../db/schema.ts'
import { can, EVERY_PERMISSION, PERMISSIONS, type Permission } from '../http/permissions.ts'
import type { Tx } from '../transact.ts'

/** id of the role that everybody has; the one id that is no 18 digits */
export const BASE_ROLE_ID = '-99'

export type Role = Omit<Selectable<RoleTable>, 'id'> & { id: string }

/** Every role by id, the base role included: `await app.cached.get(roles)`. */
export const roles: CachedValue<Map<string, Role>> = { name: 'roles', load: loadRoles }

// On PostgreSQL the base role's id is read as a number: only ids outside the safe range are text.
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

/** Whether the holders of a role, or everybody, must sign in with a second factor (S-026). */
export function requiresTwoFactor(known: Map<string, Role>, roleId: string | null): boolean {
  const own = roleId !== null && known.get(roleId)?.require_two_factor === true
  return own || known.get(BASE_ROLE_ID)?.require_two_factor === true
}

/** How many collections an account may have (S-521): its role says so, or the base role. */
export function collectionLimit(known: Map<string, Role>, roleId: string | null): number {
  return (known.get(roleId ?? BASE_ROLE_ID) ?? known.get(BASE_ROLE_ID))?.collection_limit ?? 0
}

/** Ids of the roles whose holders may do something; asked of the rows, so good within a transaction. */
export async function rolesThatCan(db: Db, permission: Permission): Promise<string[]> {
  const known = await loadRoles(db)
  return [...known.keys()].filter((id) => can(effectivePermissions(known, id), permission))
}

/** Demands a second factor of everybody who has the role, or no longer. Doing it again changes nothing. */
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

/** What moderators are given; any of it makes staff. */
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
 * Whether holders of a role reach those of another whatever these refuse (S-258): staff with a badge that
 * everybody sees, above them; asked of the rows, so good within a transaction.
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
