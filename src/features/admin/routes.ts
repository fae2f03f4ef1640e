import type { Routes } from '../../kernel/http/routes.ts'
import * as accounts from './accounts/routes.ts'
import * as announcements from './announcements/routes.ts'
import * as audit from './audit/routes.ts'
import * as automodHeld from './automod/held-routes.ts'
import * as automod from './automod/routes.ts'
import * as batches from './batches/routes.ts'
import * as blocks from './blocks/routes.ts'
import * as deliveries from './deliveries/routes.ts'
import * as domains from './domains/routes.ts'
import * as emojis from './emojis/routes.ts'
import * as figures from './figures/routes.ts'
import * as invites from './invites/routes.ts'
import * as jobs from './jobs/routes.ts'
import * as overview from './overview/routes.ts'
import * as relays from './relays/routes.ts'
import * as reports from './reports/routes.ts'
import * as roles from './roles/routes.ts'
import * as rules from './rules/routes.ts'
import * as settings from './settings/routes.ts'
import * as setup from './setup/routes.ts'
import * as storage from './storage/routes.ts'
import * as strikes from './strikes/routes.ts'
import * as suggestions from './suggestions/routes.ts'
import * as tags from './tags/routes.ts'
import * as terms from './terms/routes.ts'
import * as trends from './trends/routes.ts'
import * as webhooks from './webhooks/routes.ts'

/** The staff's API, by subject. */
const subjects: readonly { routes: Routes }[] = [
  accounts,
  announcements,
  audit,
  automod,
  automodHeld,
  batches,
  blocks,
  deliveries,
  domains,
  emojis,
  figures,
  invites,
  jobs,
  overview,
  relays,
  reports,
  roles,
  rules,
  settings,
  setup,
  storage,
  strikes,
  suggestions,
  tags,
  terms,
  trends,
  webhooks,
]

export const routes: Routes = (server, app) => {
  for (const subject of subjects) subject.routes(server, app)
}
