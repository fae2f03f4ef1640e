import type { Routes } from '../../../kernel/http/routes.ts'
import { domainAllowRoutes } from './domain-allow-routes.ts'
import { domainBlockRoutes } from './domain-block-routes.ts'
import { exportRoutes } from './export-routes.ts'
import { importRoutes } from './import-routes.ts'
import { instanceRoutes } from './instance-routes.ts'
import { subscriptionRoutes } from './subscription-routes.ts'

/** Staff routes about other servers. */
export const routes: Routes = (server, app) => {
  domainBlockRoutes(server, app)
  domainAllowRoutes(server, app)
  instanceRoutes(server, app)
  exportRoutes(server, app)
  importRoutes(server, app)
  subscriptionRoutes(server, app)
}
