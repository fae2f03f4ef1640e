import { viewerOf } from '../../../kernel/http/auth.ts'
import { can, type Permission } from '../../../kernel/http/permissions.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { counters } from './counters.ts'

/**
 * Permissions of which one suffices: those of the counters, or that of the dashboard that shows
 * them.
 */
const PERMISSIONS: readonly Permission[] = [
  'viewDashboard',
  ...new Set(counters.flatMap(({ permissions }) => permissions)),
]

/** Counts of items that wait for the staff: Rookery's own, see docs/spec/surface.tsv. */
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
