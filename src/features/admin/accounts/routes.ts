import type { Routes } from '../../../kernel/http/routes.ts'
import { accessRoutes } from './access-routes.ts'
import { actionRoutes } from './action-routes.ts'
import { listRoutes } from './list-routes.ts'
import { mailRoutes } from './mail-routes.ts'
import { noteRoutes } from './note-routes.ts'
import { signUpRoutes } from './sign-up-routes.ts'
import { statusDecisionRoutes } from './status-decision-routes.ts'
import { statusRoutes } from './status-routes.ts'

export const routes: Routes = (server, app) => {
  listRoutes(server, app)
  signUpRoutes(server, app)
  actionRoutes(server, app)
  accessRoutes(server, app)
  noteRoutes(server, app)
  mailRoutes(server, app)
  statusRoutes(server, app)
  statusDecisionRoutes(server, app)
}
