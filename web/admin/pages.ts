import type { ComponentType } from 'preact'
import type { Permission } from '../shared/session.ts'
import { may } from '../shared/session.ts'
import type { Overview } from './overview.ts'

export interface PageProps {
  /** the parts of the address behind the page's own: ['17', 'edit'] at /admin/rules/17/edit */
  rest: readonly string[]
}

export interface PageEntry {
  /** behind /admin/; empty: the start page */
  path: string
  title: string
  group: keyof typeof GROUPS
  /** one of them is needed */
  permissions: readonly Permission[]
  /** of the overview: how much waits there */
  waiting?: readonly (keyof Overview)[]
  load: () => Promise<{ Page: ComponentType<PageProps> }>
}

export const GROUPS = {
  overview: '',
  moderation: 'Moderation',
  federation: 'Federation',
  content: 'Content',
  server: 'Server',
}

/** Every page of the administration, as the list at the side shows them. */
export const pages: readonly PageEntry[] = [
  {
    path: '',
    title: 'Dashboard',
    group: 'overview',
    permissions: [
      'viewDashboard',
      'manageReports',
      'manageUsers',
      'manageAppeals',
      'manageTaxonomies',
    ],
    load: () => import('./pages/dashboard/page.tsx'),
  },
  {
    path: 'reports',
    title: 'Reports',
    group: 'moderation',
    permissions: ['manageReports'],
    waiting: ['open_reports'],
    load: () => import('./pages/reports/page.tsx'),
  },
  {
    path: 'accounts',
    title: 'Accounts',
    group: 'moderation',
    permissions: ['manageUsers'],
    waiting: ['pending_users'],
    load: () => import('./pages/accounts/page.tsx'),
  },
  {
    path: 'appeals',
    title: 'Appeals',
    group: 'moderation',
    permissions: ['manageAppeals'],
    waiting: ['pending_appeals'],
    load: () => import('./pages/appeals/page.tsx'),
  },
  {
    path: 'trends',
    title: 'Trends',
    group: 'moderation',
    permissions: ['manageTaxonomies'],
    waiting: ['pending_tags', 'pending_links', 'pending_statuses'],
    load: () => import('./pages/trends/page.tsx'),
  },
  {
    path: 'held',
    title: 'Held items',
    group: 'moderation',
    permissions: ['manageReports'],
    waiting: ['held_items'],
    load: () => import('./pages/held/page.tsx'),
  },
  {
    path: 'automod',
    title: 'Automatic rules',
    group: 'moderation',
    permissions: ['manageSettings', 'manageReports', 'viewAuditLog'],
    load: () => import('./pages/automod/page.tsx'),
  },
  {
    path: 'presets',
    title: 'Prepared texts',
    group: 'moderation',
    permissions: ['manageSettings'],
    load: () => import('./pages/presets/page.tsx'),
  },
  {
    path: 'blocks',
    title: 'Sign-up blocks',
    group: 'moderation',
    permissions: ['manageBlocks'],
    load: () => import('./pages/blocks/page.tsx'),
  },
  {
    path: 'federation',
    title: 'Servers',
    group: 'federation',
    permissions: ['manageFederation'],
    waiting: ['undelivered_hosts'],
    load: () => import('./pages/federation/page.tsx'),
  },
  {
    path: 'domains',
    title: 'Domain blocks',
    group: 'federation',
    permissions: ['manageFederation'],
    load: () => import('./pages/domains/page.tsx'),
  },
  {
    path: 'deliveries',
    title: 'Deliveries',
    group: 'federation',
    permissions: ['devops'],
    load: () => import('./pages/deliveries/page.tsx'),
  },
  {
    path: 'announcements',
    title: 'Announcements',
    group: 'content',
    permissions: ['manageAnnouncements'],
    load: () => import('./pages/announcements/page.tsx'),
  },
  {
    path: 'rules',
    title: 'Rules',
    group: 'content',
    permissions: ['manageRules'],
    load: () => import('./pages/rules/page.tsx'),
  },
  {
    path: 'emojis',
    title: 'Custom emoji',
    group: 'content',
    permissions: ['manageCustomEmojis'],
    load: () => import('./pages/emojis/page.tsx'),
  },
  {
    path: 'invites',
    title: 'Invitations',
    group: 'content',
    permissions: ['manageInvites'],
    load: () => import('./pages/invites/page.tsx'),
  },
  {
    path: 'relays',
    title: 'Relays',
    group: 'federation',
    permissions: ['manageFederation'],
    load: () => import('./pages/relays/page.tsx'),
  },
  {
    path: 'settings',
    title: 'Settings',
    group: 'server',
    permissions: ['manageSettings'],
    load: () => import('./pages/settings/page.tsx'),
  },
  {
    path: 'terms',
    title: 'Terms of service',
    group: 'content',
    permissions: ['manageSettings'],
    load: () => import('./pages/terms/page.tsx'),
  },
  {
    path: 'roles',
    title: 'Roles',
    group: 'server',
    permissions: ['manageRoles'],
    load: () => import('./pages/roles/page.tsx'),
  },
  {
    path: 'webhooks',
    title: 'Webhooks',
    group: 'server',
    permissions: ['manageWebhooks'],
    load: () => import('./pages/webhooks/page.tsx'),
  },
  {
    path: 'jobs',
    title: 'Jobs',
    group: 'server',
    permissions: ['devops'],
    waiting: ['parked_jobs'],
    load: () => import('./pages/jobs/page.tsx'),
  },
  {
    path: 'storage',
    title: 'Storage',
    group: 'server',
    permissions: ['devops'],
    load: () => import('./pages/storage/page.tsx'),
  },
  {
    path: 'audit-log',
    title: 'Audit log',
    group: 'server',
    permissions: ['viewAuditLog'],
    load: () => import('./pages/audit-log/page.tsx'),
  },
]

/** The pages that the person's role has. */
export const ownPages: readonly PageEntry[] = pages.filter(({ permissions }) => may(...permissions))

/** The page at an address below /admin, and what is behind its own part of it. */
export function findPage(path: string): { entry: PageEntry; rest: string[] } | null {
  const [first = '', ...rest] = path.replace(/^\/admin\/?/, '').split('/')
  const entry = ownPages.find(({ path }) => path === first)
  return entry === undefined ? null : { entry, rest: rest.map(decodeURIComponent) }
}
