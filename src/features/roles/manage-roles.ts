import { Forbidden, NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { bitsOf, can, EVERY_PERMISSION, PERMISSIONS } from '../../kernel/http/permissions.ts'
import { outranks, type Rank } from './policy.ts'
import { BASE_ROLE_ID, loadRoles, type Role } from './roles.ts'

/** The changeable parts of a role. */
export type RoleInput = Pick<
  Role,
  | 'name'
  | 'color'
  | 'permissions'
  | 'highlighted'
  | 'position'
  | 'require_two_factor'
  | 'collection_limit'
>

/** A staff member, with the id of the own role. */
export interface RoleKeeper extends Rank {
  roleId: string | null
}

export const ROLE_DEFAULTS: Omit<RoleInput, 'name'> = {
  color: '',
  permissions: 0,
  highlighted: false,
  position: 0,
  require_two_factor: false,
  collection_limit: 10,
}

const MOST_ROLES = 100
const MOST_NAME = 100
/** Permissions that the base role may have; all others are for the staff. */
const FOR_EVERYBODY = bitsOf(['inviteUsers', 'inviteBypassApproval'])
/** Parts of the own role that staff without `administrator` may change: its appearance. */
const APPEARANCE: readonly (keyof RoleInput)[] = ['name', 'color', 'highlighted']
const FIXED_IN_BASE: readonly (keyof RoleInput)[] = ['name', 'color', 'highlighted', 'position']

/**
 * Creates a role, not above the own position and without permissions that the staff member lacks
 * (S-065).
 *
 * @returns its id
 * @throws ValidationFailed
 */
export async function createRole(tx: Tx, staff: RoleKeeper, input: RoleInput): Promise<string> {
  await lockRow(tx.db, 'role', BASE_ROLE_ID)
  const known = await loadRoles(tx.db)
  const id = tx.newId()
  checkValues(known, id, input)
  checkElevation(staff, input, 0)
  if (known.size > MOST_ROLES) {
    throw new ValidationFailed(`There may be no more than ${MOST_ROLES} roles`)
  }
  await tx.db
    .insertInto('role')
    .values({ ...input, id, created_at: tx.now })
    .execute()
  tx.emit({ type: 'settings.changed' })
  return id
}

/** The changed parts of a role. */
export type RoleChanges = { [Name in keyof RoleInput]?: { from: Role[Name]; to: Role[Name] } }

/**
 * Changes the given parts of a role below the own position, or the appearance of the own role
 * (S-065).
 *
 * @returns the changed parts; empty if nothing changed
 * @throws NotFound
 * @throws Forbidden for a role that the staff member may not change
 * @throws ValidationFailed
 */
export async function updateRole(
  tx: Tx,
  staff: RoleKeeper,
  id: string,
  change: Partial<RoleInput>,
): Promise<RoleChanges> {
  await lockRow(tx.db, 'role', BASE_ROLE_ID)
  const known = await loadRoles(tx.db)
  const role = known.get(id)
  if (role === undefined) throw new NotFound()
  if (role.id !== staff.roleId && !outranks(staff, role.position)) throw new Forbidden()
  const names = namesOf(change).filter((name) => change[name] !== role[name])
  if (names.length === 0) return {}
  const changed = { ...role, ...change }
  checkFixed(staff, role, names)
  checkValues(known, id, changed)
  checkElevation(staff, changed, role.permissions)
  refuseLastAdministrator(known, id, changed.permissions)
  await tx.db
    .updateTable('role')
    .set(Object.fromEntries(names.map((name) => [name, changed[name]])))
    .where('id', '=', id)
    .execute()
  tx.emit({ type: 'settings.changed' })
  return Object.fromEntries(names.map((name) => [name, { from: role[name], to: changed[name] }]))
}

/**
 * Removes a role below the own position; its holders have no role afterwards.
 *
 * @returns the role, and the number of its holders
 * @throws NotFound
 * @throws Forbidden for the own role, a higher one, and the base role
 * @throws ValidationFailed for the last role with all permissions
 */
export async function deleteRole(
  tx: Tx,
  staff: RoleKeeper,
  id: string,
): Promise<{ role: Role; users: number }> {
  await lockRow(tx.db, 'role', BASE_ROLE_ID)
  const known = await loadRoles(tx.db)
  const role = known.get(id)
  if (role === undefined) throw new NotFound()
  if (id === BASE_ROLE_ID || !outranks(staff, role.position)) throw new Forbidden()
  refuseLastAdministrator(known, id, 0)
  const { numUpdatedRows } = await tx.db
    .updateTable('local_user')
    .set({ role_id: null })
    .where('role_id', '=', id)
    .executeTakeFirst()
  await tx.db.deleteFrom('role').where('id', '=', id).execute()
  tx.emit({ type: 'settings.changed' })
  return { role, users: Number(numUpdatedRows) }
}

function namesOf(change: Partial<RoleInput>): (keyof RoleInput)[] {
  const names = Object.keys({ name: '', ...ROLE_DEFAULTS }) as (keyof RoleInput)[]
  return names.filter((name) => change[name] !== undefined)
}

/**
 * @throws ValidationFailed for parts of this role that nobody may change, or that its holders may
 * not
 */
function checkFixed(staff: RoleKeeper, role: Role, names: readonly (keyof RoleInput)[]): void {
  if (role.id === BASE_ROLE_ID && names.some((name) => FIXED_IN_BASE.includes(name))) {
    throw new ValidationFailed(`${FIXED_IN_BASE.join(', ')} of the role of everybody are fixed`)
  }
  if (role.id !== staff.roleId) return
  const wrong = names.filter((name) => isFixedInOwn(staff, name))
  if (wrong.length > 0) {
    throw new ValidationFailed(
      ...wrong.map((name) => `${name} cannot be changed by its own people`),
    )
  }
}

function isFixedInOwn({ permissions }: RoleKeeper, name: keyof RoleInput): boolean {
  if (name === 'permissions' || name === 'position') return true
  return !APPEARANCE.includes(name) && !can(permissions, 'administrator')
}

/** @throws ValidationFailed */
function checkValues(known: Map<string, Role>, id: string, input: RoleInput): void {
  const { color, permissions } = input
  const problems = id === BASE_ROLE_ID ? [] : nameProblems(known, id, input.name)
  if (!/^(#[\da-f]{6})?$/.test(color)) problems.push('Color must be like #6364ff, or empty')
  if ((permissions & ~EVERY_PERMISSION) !== 0) problems.push('Permissions are unknown')
  if (id === BASE_ROLE_ID && (permissions & ~FOR_EVERYBODY) !== 0) {
    problems.push('Permissions include what not everybody may be allowed')
  }
  if (problems.length > 0) throw new ValidationFailed(...problems)
}

function nameProblems(known: Map<string, Role>, id: string, name: string): string[] {
  if (name === '') return ["Name can't be blank"]
  if ([...name].length > MOST_NAME) return [`Name is too long (maximum is ${MOST_NAME} characters)`]
  const same = (other: Role) => other.name.toLowerCase() === name.toLowerCase()
  const taken = [...known.values()].some((other) => other.id !== id && same(other))
  return taken ? ['Name has already been taken'] : []
}

/**
 * @param kept bits that the role has already
 * @throws ValidationFailed for a position above the own one, and for permissions that the staff
 * member lacks
 */
function checkElevation(staff: Rank, { position, permissions }: RoleInput, kept: number): void {
  if (position > staff.rolePosition) {
    throw new ValidationFailed('Position cannot be above that of your own role')
  }
  if ((permissions & ~kept & ~staff.permissions) !== 0) {
    throw new ValidationFailed('Permissions cannot include what your own role does not have')
  }
}

/** @throws ValidationFailed if no administrator would remain */
function refuseLastAdministrator(known: Map<string, Role>, id: string, permissions: number): void {
  const had = can(known.get(id)?.permissions ?? 0, 'administrator')
  if (!had || (permissions & PERMISSIONS.administrator) !== 0) return
  const others = [...known.values()].filter((role) => role.id !== id)
  if (others.some((role) => can(role.permissions, 'administrator'))) return
  throw new ValidationFailed('There must be a role with all permissions')
}
