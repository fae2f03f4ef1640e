import type { Permission } from '../../../shared/session.ts'

interface Described {
  name: Permission
  title: string
  hint: string
}

/** What roles may allow, for people. */
export const PERMISSION_GROUPS: readonly { title: string; permissions: readonly Described[] }[] = [
  {
    title: 'People',
    permissions: [
      { name: 'inviteUsers', title: 'Invite people', hint: 'Make links by which others join.' },
      {
        name: 'inviteBypassApproval',
        title: 'Let in by invitation',
        hint: 'Whoever comes by their links needs nobody’s approval.',
      },
    ],
  },
  {
    title: 'Moderation',
    permissions: [
      {
        name: 'manageReports',
        title: 'Reports',
        hint: 'See reports and decide about them, posts included.',
      },
      {
        name: 'manageUsers',
        title: 'Accounts',
        hint: 'See people’s e-mail and IP addresses, let them in, warn, limit and suspend them.',
      },
      {
        name: 'manageUserAccess',
        title: 'How people sign in',
        hint: 'Reset passwords, change e-mail addresses, turn off two-factor authentication.',
      },
      {
        name: 'deleteUserData',
        title: 'Erase data',
        hint: 'Erase what suspended people have here at once, for good.',
      },
      { name: 'manageAppeals', title: 'Appeals', hint: 'Decide about appeals.' },
      {
        name: 'manageTaxonomies',
        title: 'Trends',
        hint: 'Decide which hashtags, links and posts may trend.',
      },
      {
        name: 'viewFeeds',
        title: 'All timelines',
        hint: 'See live feeds and hashtags that are closed to others.',
      },
      { name: 'viewAuditLog', title: 'Audit log', hint: 'See what the staff did.' },
      { name: 'viewDashboard', title: 'Dashboard', hint: 'See the figures of the server.' },
    ],
  },
  {
    title: 'Federation',
    permissions: [
      {
        name: 'manageFederation',
        title: 'Other servers',
        hint: 'Block, limit and allow servers, relays included.',
      },
      {
        name: 'manageBlocks',
        title: 'Blocks of sign-ups',
        hint: 'Block e-mail servers, addresses, networks and user names.',
      },
    ],
  },
  {
    title: 'Content',
    permissions: [
      { name: 'manageRules', title: 'Rules', hint: 'Change the rules of the server.' },
      { name: 'manageAnnouncements', title: 'Announcements', hint: 'Write announcements.' },
      { name: 'manageCustomEmojis', title: 'Emoji', hint: 'Add and remove custom emoji.' },
      { name: 'manageInvites', title: 'Invitations', hint: 'See and end everybody’s invitations.' },
      {
        name: 'manageEmailSubscriptions',
        title: 'E-mail subscriptions',
        hint: 'See and end what is sent by e-mail.',
      },
    ],
  },
  {
    title: 'Server',
    permissions: [
      { name: 'manageSettings', title: 'Settings', hint: 'Change what the server is and does.' },
      {
        name: 'manageRoles',
        title: 'Roles',
        hint: 'Make and give roles below their own.',
      },
      { name: 'manageWebhooks', title: 'Webhooks', hint: 'Tell other programs what happens.' },
      { name: 'devops', title: 'Operations', hint: 'See jobs, deliveries and storage.' },
      {
        name: 'administrator',
        title: 'Everything',
        hint: 'All of the above, whatever is chosen there.',
      },
    ],
  },
]

export const TITLES: ReadonlyMap<string, string> = new Map(
  PERMISSION_GROUPS.flatMap(({ permissions }) =>
    permissions.map(({ name, title }) => [name, title]),
  ),
)
