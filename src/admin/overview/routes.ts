import { viewerOf } from '../../http/auth.ts'
import { can, type Permission } from '../../http/permissions.ts'
import type { Routes } from '../../http/routes.ts'
import { counters } from './counters.ts'

/** Whoever may see one of the numbers, or the dashboard that they stand on. */
const PERMISSIONS: readonly Permission[] = [
  'viewDashboard',
  ...new Set(counters.flatMap(({ permissions }) => permissions)),
]

/** What waits for the staff: Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  server.get(
    '/api/rookery/v1/admin/overview',
    { config: { scope: 'admin:read', permission: PERMISSIONS } },
    async (request) => {
      const viewer = viewerOf(request)
      const counted = counters.map(async ({ name, permissions, count }) => {
        const shown = permissions.some((permission) => can(viewer.permissions, permission))
        return [name, shown ? await count(app) : null] as const
      })
      return Object.fromEntries(await Promise.all(counted))
    },
  )
}
