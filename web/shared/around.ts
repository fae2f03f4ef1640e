import type { Around } from '../../src/surfaces/pages/frame/ways.ts'
import { may, server, viewer } from './session.ts'

/** On whom and what it depends which ways there are. */
export const around = (): Around => ({
  person: viewer && {
    username: viewer.username,
    invites: may('inviteUsers'),
    staff: isStaff(),
  },
  ...server.ways,
})

/** Whether the person has anything to do in the administration. */
export const isStaff = (): boolean =>
  may(
    'administrator',
    'devops',
    'viewAuditLog',
    'viewDashboard',
    'manageReports',
    'manageFederation',
    'manageSettings',
    'manageBlocks',
    'manageTaxonomies',
    'manageAppeals',
    'manageUsers',
    'manageInvites',
    'manageRules',
    'manageAnnouncements',
    'manageCustomEmojis',
    'manageWebhooks',
    'manageRoles',
  )
