import type { Permission } from '../shared/entities/permission.ts'
import { t } from '../shared/i18n.ts'
import { may } from '../shared/session.ts'
import type { Overview } from './overview.ts'

export interface PageEntry {
  /** behind /admin/; empty: the start page */
  path: string
  title: string
  group: keyof typeof GROUPS
  /** one of them is needed */
  permissions: readonly Permission[]
  /** of the overview: how much waits there */
  waiting?: readonly (keyof Overview)[]
}

export const GROUPS = {
  overview: '',
  moderation: t('Moderation'),
  federation: t('Federation'),
  content: t('Content'),
  server: t('Server'),
}

/** Every page of the administration, as the list at the side shows them. */
export const pages = [
  {
    path: '',
    title: t('Dashboard'),
    group: 'overview',
    permissions: [
      'viewDashboard',
      'manageReports',
      'manageUsers',
      'manageAppeals',
      'manageTaxonomies',
      'manageSettings',
    ],
  },
  {
    path: 'reports',
    title: t('Reports'),
    group: 'moderation',
    permissions: ['manageReports'],
    waiting: ['open_reports'],
  },
  {
    path: 'accounts',
    title: t('Accounts'),
    group: 'moderation',
    permissions: ['manageUsers'],
    waiting: ['pending_users'],
  },
  {
    path: 'appeals',
    title: t('Appeals'),
    group: 'moderation',
    permissions: ['manageAppeals'],
    waiting: ['pending_appeals'],
  },
  {
    path: 'trends',
    title: t('Trends'),
    group: 'moderation',
    permissions: ['manageTaxonomies'],
    waiting: ['pending_tags', 'pending_links', 'pending_statuses'],
  },
  {
    path: 'held',
    title: t('Held items'),
    group: 'moderation',
    permissions: ['manageReports'],
    waiting: ['held_items'],
  },
  {
    path: 'automod',
    title: t('Automatic rules'),
    group: 'moderation',
    permissions: ['manageSettings', 'manageReports', 'viewAuditLog'],
  },
  {
    path: 'presets',
    title: t('Prepared texts'),
    group: 'moderation',
    permissions: ['manageSettings'],
  },
  {
    path: 'blocks',
    title: t('Sign-up blocks'),
    group: 'moderation',
    permissions: ['manageBlocks'],
  },
  {
    path: 'federation',
    title: t('Servers'),
    group: 'federation',
    permissions: ['manageFederation'],
    waiting: ['undelivered_hosts'],
  },
  {
    path: 'domains',
    title: t('Domain blocks'),
    group: 'federation',
    permissions: ['manageFederation'],
  },
  {
    path: 'deliveries',
    title: t('Deliveries'),
    group: 'federation',
    permissions: ['devops'],
  },
  {
    path: 'suggestions',
    title: t('Suggested people'),
    group: 'content',
    permissions: ['manageTaxonomies', 'manageSettings'],
  },
  {
    path: 'announcements',
    title: t('Announcements'),
    group: 'content',
    permissions: ['manageAnnouncements'],
  },
  {
    path: 'rules',
    title: t('Rules'),
    group: 'content',
    permissions: ['manageRules'],
  },
  {
    path: 'emojis',
    title: t('Custom emoji'),
    group: 'content',
    permissions: ['manageCustomEmojis'],
  },
  {
    path: 'invites',
    title: t('Invitations'),
    group: 'content',
    permissions: ['manageInvites'],
  },
  {
    path: 'relays',
    title: t('Relays'),
    group: 'federation',
    permissions: ['manageFederation'],
  },
  {
    path: 'health',
    title: t('Health'),
    group: 'server',
    permissions: ['devops'],
    waiting: ['health_problems'],
  },
  {
    path: 'settings',
    title: t('Settings'),
    group: 'server',
    permissions: ['manageSettings'],
  },
  {
    path: 'terms',
    title: t('Terms of service'),
    group: 'content',
    permissions: ['manageSettings'],
  },
  {
    path: 'roles',
    title: t('Roles'),
    group: 'server',
    permissions: ['manageRoles'],
  },
  {
    path: 'webhooks',
    title: t('Webhooks'),
    group: 'server',
    permissions: ['manageWebhooks'],
  },
  {
    path: 'jobs',
    title: t('Jobs'),
    group: 'server',
    permissions: ['devops'],
    waiting: ['parked_jobs'],
  },
  {
    path: 'storage',
    title: t('Storage'),
    group: 'server',
    permissions: ['devops'],
  },
  {
    path: 'audit-log',
    title: t('Audit log'),
    group: 'server',
    permissions: ['viewAuditLog'],
  },
] as const satisfies readonly PageEntry[]

/** The path behind /admin/ of a page. */
export type PagePath = (typeof pages)[number]['path']
type ListedPage = PageEntry & { path: PagePath }

/** The pages that the person's role has. */
export const ownPages: readonly ListedPage[] = pages.filter(({ permissions }) =>
  may(...permissions),
)

/** The page at an address below /admin, and what is behind its own part of it. */
export function findPage(path: string): { entry: ListedPage; rest: string[] } | null {
  const [first = '', ...rest] = path.replace(/^\/admin\/?/, '').split('/')
  const entry = ownPages.find(({ path }) => path === first)
  return entry === undefined ? null : { entry, rest: rest.map(decodeURIComponent) }
}
