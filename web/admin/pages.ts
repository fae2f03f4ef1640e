import type { PageModule } from './page.ts'
import type { PagePath } from './page-list.ts'

/** Shows a page that the server draws: only its document has it. */
function loadDocument(): Promise<PageModule> {
  location.reload()
  return Promise.withResolvers<PageModule>().promise
}

/** The file of every page: it is loaded when the page is first opened. */
const LOADERS: Readonly<Record<PagePath, () => Promise<PageModule>>> = {
  '': () => import('./pages/dashboard/page.tsx'),
  reports: () => import('./pages/reports/page.tsx'),
  accounts: () => import('./pages/accounts/page.tsx'),
  appeals: () => import('./pages/appeals/page.tsx'),
  trends: () => import('./pages/trends/page.tsx'),
  held: () => import('./pages/held/page.tsx'),
  automod: () => import('./pages/automod/page.tsx'),
  presets: () => import('./pages/presets/page.tsx'),
  blocks: () => import('./pages/blocks/page.tsx'),
  federation: () => import('./pages/federation/page.tsx'),
  domains: () => import('./pages/domains/page.tsx'),
  deliveries: () => import('./pages/deliveries/page.tsx'),
  suggestions: () => import('./pages/suggestions/page.tsx'),
  announcements: () => import('./pages/announcements/page.tsx'),
  rules: () => import('./pages/rules/page.tsx'),
  emojis: () => import('./pages/emojis/page.tsx'),
  invites: () => import('./pages/invites/page.tsx'),
  relays: () => import('./pages/relays/page.tsx'),
  health: loadDocument,
  settings: () => import('./pages/settings/page.tsx'),
  terms: () => import('./pages/terms/page.tsx'),
  roles: () => import('./pages/roles/page.tsx'),
  webhooks: () => import('./pages/webhooks/page.tsx'),
  jobs: () => import('./pages/jobs/page.tsx'),
  storage: () => import('./pages/storage/page.tsx'),
  'audit-log': () => import('./pages/audit-log/page.tsx'),
}

export const loadPage = (path: PagePath): Promise<PageModule> => LOADERS[path]()
