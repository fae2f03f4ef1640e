import type { Routes } from '../../../kernel/http/routes.ts'
import { canonicalEmailRoutes } from './canonical-email-routes.ts'
import { emailDomainRoutes } from './email-domain-routes.ts'
import { ipBlockRoutes } from './ip-block-routes.ts'
import { usernameBlockRoutes } from './username-block-routes.ts'

/** Blocks of sign-ups and of IP addresses. */
export const routes: Routes = (server, app) => {
  emailDomainRoutes(server, app)
  canonicalEmailRoutes(server, app)
  ipBlockRoutes(server, app)
  usernameBlockRoutes(server, app)
}
