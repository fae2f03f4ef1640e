import type { Routes } from '../../http/routes.ts'
import { canonicalEmailRoutes } from './canonical-email-routes.ts'
import { emailDomainRoutes } from './email-domain-routes.ts'
import { ipBlockRoutes } from './ip-block-routes.ts'
import { usernameBlockRoutes } from './username-block-routes.ts'

/** Who may not sign up, or not come here at all. */
export const routes: Routes = (server, app) => {
  emailDomainRoutes(server, app)
  canonicalEmailRoutes(server, app)
  ipBlockRoutes(server, app)
  usernameBlockRoutes(server, app)
}
