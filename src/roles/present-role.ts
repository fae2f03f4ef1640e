import { BASE_ROLE_ID, collectionLimit, effectivePermissions, type Role } from './roles.ts'

/**
 * A role as its owner and the staff see it, with the permissions that everybody has (S-062, S-064); who
 * has none is shown the base role.
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
