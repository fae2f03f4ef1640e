import type { Permission } from './permission.ts'

/** id of the role that everybody has */
export const EVERYBODY = '-99'

export interface Role {
  id: string
  /** empty for the role of everybody */
  name: string
  /** `#rrggbb`, or empty */
  color: string
  permissions: string
  permission_names: Permission[]
  highlighted: boolean
  position: number
  require_two_factor: boolean
  collection_limit: number
  users_count: number
}
