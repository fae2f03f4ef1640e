import { bitsOf, PERMISSIONS, type Permission } from '../http/permissions.ts'
import type { Viewer } from '../http/routes.ts'

/** What everybody may be given without becoming staff. */
const NOT_OF_STAFF: readonly Permission[] = ['inviteUsers', 'inviteBypassApproval', 'viewFeeds']
const ALL = Object.keys(PERMISSIONS) as Permission[]
const STAFF = bitsOf(ALL.filter((name) => !NOT_OF_STAFF.includes(name)))

/** Whether somebody has pages under /admin. */
export function isStaff({ permissions }: Pick<Viewer, 'permissions'>): boolean {
  return (permissions & STAFF) !== 0
}
