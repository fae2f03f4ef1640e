import { BASE_ROLE_ID, collectionLimit, effectivePermissions, type Role } from './roles.ts'

/**
 * A role for its holder and the staff, with the permissions of the base role included (S-062,
 * S-064); users without a role get the base role.
 *
 * @see https://docs.joinmastodon.org/entities/Role/
 */
export function presentRole(known: Map<string, Role>, roleId: string | null) {
  const role = known.get(roleId ?? BASE_ROLE_ID)
  return {
    id: role?.id ?? BASE_ROLE_ID,
    name: role?.name ?? '',
    color: role?.color ?? '',
    permissions: String(effectivePermissions(known, roleId)),
    highlighted: role?.highlighted ?? false,
    collection_limit: collectionLimit(known, roleId),
  }
}
