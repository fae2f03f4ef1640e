import type { Routes } from '../http/routes.ts'
import * as audit from './audit/routes.ts'

/** The staff's interface, by subject. */
const subjects: readonly { routes: Routes }[] = [audit]

export const routes: Routes = (server, app) => {
  for (const subject of subjects) subject.routes(server, app)
}
