import type { Routes } from '../http/routes.ts'
import * as accounts from './accounts/routes.ts'
import * as audit from './audit/routes.ts'
import * as figures from './figures/routes.ts'
import * as overview from './overview/routes.ts'
import * as reports from './reports/routes.ts'
import * as tags from './tags/routes.ts'
import * as trends from './trends/routes.ts'

/** The staff's interface, by subject. */
const subjects: readonly { routes: Routes }[] = [
  accounts,
  audit,
  figures,
  overview,
  reports,
  tags,
  trends,
]

export const routes: Routes = (server, app) => {
  for (const subject of subjects) subject.routes(server, app)
}
