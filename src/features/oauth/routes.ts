import type { Routes } from '../../kernel/http/routes.ts'
import { appRoutes } from './app-routes.ts'
import { openidRoutes } from './openid-routes.ts'
import { tokenRoutes } from './token-routes.ts'

export { pruningJobs as jobs } from './pruning.ts'

export const routes: Routes = (server, app) => {
  appRoutes(server, app)
  tokenRoutes(server, app)
  openidRoutes(server, app)
}
