import type { Routes } from '../../../kernel/http/routes.ts'
import { actionRoutes } from './action-routes.ts'
import { presetRoutes } from './preset-routes.ts'
import { strikeRoutes } from './strike-routes.ts'

/** Moderation decisions about accounts. */
export const routes: Routes = (server, app) => {
  actionRoutes(server, app)
  strikeRoutes(server, app)
  presetRoutes(server, app)
}
