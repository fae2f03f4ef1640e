import type { Routes } from '../../kernel/http/routes.ts'
import * as archives from './archives/routes.ts'
import * as imports from './imports/routes.ts'
import * as tables from './tables/routes.ts'

/** Exports and imports. */
export const routes: Routes = (server, app) => {
  tables.routes(server, app)
  archives.routes(server, app)
  imports.routes(server, app)
}
