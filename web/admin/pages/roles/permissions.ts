import type { Permission } from '../../../shared/entities/permission.ts'
import { t } from '../../../shared/i18n.ts'

interface Described {
  name: Permission
  title: string
  hint: string
}

/** Permissions of roles, with texts for people. */
export const PERMISSION_GROUPS: readonly { title: string; permissions: readonly Described[] }[] = [
  {
    title: t('People'),
    permissions: [
      {
        name: 'inviteUsers',
        title: t('Invite people'),
        hint: t('Make links by which others join.'),
      },
      {
        name: 'inviteBypassApproval',
        title: t('Let in by invitation'),
        hint: t('Whoever comes by their links needs nobody’s approval.'),
      },
    ],
  },
  {
    title: t('Moderation'),
    permissions: [
      {
        name: 'manageReports',
        title: t('Reports'),
        hint: t('See reports and decide about them, posts included.'),
      },
      {
        name: 'manageUsers',
        title: t('Accounts'),
        hint: t('See people’s e-mail and IP addresses, let them in, warn, limit and suspend them.'),
      },
      {
        name: 'manageUserAccess',
        title: t('How people sign in'),
        hint: t('Reset passwords, change e-mail addresses, turn off two-factor authentication.'),
      },
      {
        name: 'deleteUserData',
        title: t('Erase data'),
        hint: t('Erase what suspended people have here at once, for good.'),
      },
      { name: 'manageAppeals', title: t('Appeals'), hint: t('Decide about appeals.') },
      {
        name: 'manageTaxonomies',
        title: t('Trends'),
        hint: t('Decide which hashtags, links and posts may trend.'),
      },
      {
        name: 'viewFeeds',
        title: t('All timelines'),
        hint: t('See live feeds and hashtags that are closed to others.'),
      },
      { name: 'viewAuditLog', title: t('Audit log'), hint: t('See what the staff did.') },
      { name: 'viewDashboard', title: t('Dashboard'), hint: t('See the figures of the server.') },
    ],
  },
  {
    title: t('Federation'),
    permissions: [
      {
        name: 'manageFederation',
        title: t('Other servers'),
        hint: t('Block, limit and allow servers, relays included.'),
      },
      {
        name: 'manageBlocks',
        title: t('Blocks of sign-ups'),
        hint: t('Block e-mail servers, addresses, networks and user names.'),
      },
    ],
  },
  {
    title: t('Content'),
    permissions: [
      { name: 'manageRules', title: t('Rules'), hint: t('Change the rules of the server.') },
      { name: 'manageAnnouncements', title: t('Announcements'), hint: t('Write announcements.') },
      { name: 'manageCustomEmojis', title: t('Emoji'), hint: t('Add and remove custom emoji.') },
      {
        name: 'manageInvites',
        title: t('Invitations'),
        hint: t('See and end everybody’s invitations.'),
      },
      {
        name: 'manageEmailSubscriptions',
        title: t('E-mail subscriptions'),
        hint: t('See and end what is sent by e-mail.'),
      },
    ],
  },
  {
    title: t('Server'),
    permissions: [
      {
        name: 'manageSettings',
        title: t('Settings'),
        hint: t('Change what the server is and does.'),
      },
      {
        name: 'manageRoles',
        title: t('Roles'),
        hint: t('Make and give roles below their own.'),
      },
      {
        name: 'manageWebhooks',
        title: t('Webhooks'),
        hint: t('Tell other programs what happens.'),
      },
      { name: 'devops', title: t('Operations'), hint: t('See jobs, deliveries and storage.') },
      {
        name: 'administrator',
        title: t('Everything'),
        hint: t('All of the above, whatever is chosen there.'),
      },
    ],
  },
]

export const TITLES: ReadonlyMap<string, string> = new Map(
  PERMISSION_GROUPS.flatMap(({ permissions }) =>
    permissions.map(({ name, title }) => [name, title]),
  ),
)
