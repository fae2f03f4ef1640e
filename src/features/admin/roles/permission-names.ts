import { ValidationFailed } from '../../../kernel/base/errors.ts'
import { bitsOf, can, PERMISSIONS, type Permission } from '../../../kernel/http/permissions.ts'

const NAMES = Object.keys(PERMISSIONS) as Permission[]
const BY_NAME = new Map<string, Permission>(
  NAMES.flatMap((name) => [
    [name, name],
    // in Mastodon's spelling
    [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), name],
  ]),
)

export function permissionNames(permissions: number): Permission[] {
  return NAMES.filter((name) => can(permissions, name))
}

/**
 * Reads permissions: a decimal bitmask, as in the API, or a list of names.
 * @throws ValidationFailed
 */
export function readPermissions(given: unknown): number {
  const [only] = Array.isArray(given) && given.length === 1 ? given : [given]
  if (only === '') return 0
  if ((typeof only === 'string' || typeof only === 'number') && /^\d{1,9}$/.test(String(only))) {
    return Number(only)
  }
  const names = typeof given === 'string' ? given.split(/[\s,]+/) : given
  if (!Array.isArray(names)) throw new ValidationFailed('Permissions are invalid')
  return bitsOf(names.filter((name) => name !== '').map(permissionOf))
}

function permissionOf(name: unknown): Permission {
  const permission = BY_NAME.get(String(name))
  if (permission === undefined) throw new ValidationFailed(`"${name}" is no permission`)
  return permission
}
