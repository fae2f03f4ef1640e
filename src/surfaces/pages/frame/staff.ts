import { bitsOf, PERMISSIONS, type Permission } from '../../../kernel/http/permissions.ts'
import type { Viewer } from '../../../kernel/http/routes.ts'

/** Permissions that do not make a role part of the staff. */
const NOT_OF_STAFF: readonly Permission[] = ['inviteUsers', 'inviteBypassApproval', 'viewFeeds']
const ALL = Object.keys(PERMISSIONS) as Permission[]
const STAFF = bitsOf(ALL.filter((name) => !NOT_OF_STAFF.includes(name)))

/** Whether the user may open pages under /admin. */
export function isStaff({ permissions }: Pick<Viewer, 'permissions'>): boolean {
  return (permissions & STAFF) !== 0
}
