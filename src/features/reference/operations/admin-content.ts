import type { Section } from './section.ts'

export const adminContent: Section = {
  name: 'admin-content',
  title: 'Admin: rules, emoji, announcements, roles and invitations',
  about:
    'What the staff keeps for everybody. Nobody changes a role above their own, or grants what they may not do.',
  operations: {
    'GET /api/rookery/v1/admin/rules': ['The rules in their order', 'Admin::Rule[]'],
    'POST /api/rookery/v1/admin/rules': ['Add a rule', 'Admin::Rule'],
    'GET /api/rookery/v1/admin/rules/:id': ['A rule', 'Admin::Rule'],
    'PUT /api/rookery/v1/admin/rules/:id': ['Change a rule', 'Admin::Rule'],
    'DELETE /api/rookery/v1/admin/rules/:id': ['Take a rule out of force', '{}'],
    'POST /api/rookery/v1/admin/rules/:id/move': ['Put a rule elsewhere', 'Admin::Rule'],
    'GET /api/rookery/v1/admin/suggestions': [
      'Accounts that are suggested to everybody first, and whether they are',
      'Admin::Featured[]',
    ],
    'PUT /api/rookery/v1/admin/suggestions': ['Choose them, in their order', 'Admin::Featured[]'],
    'GET /api/rookery/v1/admin/custom_emojis': ['Custom emoji', 'Admin::CustomEmoji[]'],
    'POST /api/rookery/v1/admin/custom_emojis': ['Add an emoji', 'Admin::CustomEmoji'],
    'GET /api/rookery/v1/admin/custom_emojis/:id': ['An emoji', 'Admin::CustomEmoji'],
    'PUT /api/rookery/v1/admin/custom_emojis/:id': ['Change an emoji', 'Admin::CustomEmoji'],
    'DELETE /api/rookery/v1/admin/custom_emojis/:id': ['Remove an emoji', '{}'],
    'POST /api/rookery/v1/admin/custom_emojis/:id/copy': [
      'Make an emoji of another server one of this server',
      'Admin::CustomEmoji',
    ],
    'GET /api/rookery/v1/admin/announcements': ['Announcements', 'Admin::Announcement[]'],
    'POST /api/rookery/v1/admin/announcements': ['Announce something', 'Admin::Announcement'],
    'POST /api/rookery/v1/admin/announcements/preview': [
      'A text as readers of the announcement would get it',
      'Announcement',
    ],
    'GET /api/rookery/v1/admin/announcements/:id': ['An announcement', 'Admin::Announcement'],
    'PUT /api/rookery/v1/admin/announcements/:id': ['Change it', 'Admin::Announcement'],
    'DELETE /api/rookery/v1/admin/announcements/:id': ['Remove it', '{}'],
    'POST /api/rookery/v1/admin/announcements/:id/publish': [
      'Show it from now on',
      'Admin::Announcement',
    ],
    'POST /api/rookery/v1/admin/announcements/:id/unpublish': [
      'Show it no more',
      'Admin::Announcement',
    ],
    'GET /api/rookery/v1/admin/roles': ['Roles, the highest first', 'Admin::Role[]'],
    'POST /api/rookery/v1/admin/roles': ['Make a role', 'Admin::Role'],
    'GET /api/rookery/v1/admin/roles/:id': ['A role', 'Admin::Role'],
    'PUT /api/rookery/v1/admin/roles/:id': ['Change a role', 'Admin::Role'],
    'DELETE /api/rookery/v1/admin/roles/:id': ['Remove a role', '{}'],
    'GET /api/rookery/v1/admin/invites': ["Everybody's invitations", 'Admin::Invite[]'],
    'DELETE /api/rookery/v1/admin/invites/:id': ['End an invitation', '{}'],
    'POST /api/rookery/v1/admin/invites/deactivate_all': ['End all of them', 'Admin::Count'],
  },
}
