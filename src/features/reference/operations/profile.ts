import type { Section } from './section.ts'

export const profile: Section = {
  name: 'profile',
  title: 'Own account',
  about:
    'The own profile, preferences, reports of the year, invites, and moving to another server.',
  operations: {
    'GET /api/v1/profile': ['The own profile as it is edited', 'Profile'],
    'PATCH /api/v1/profile': ['Change the own profile', 'Profile'],
    'GET /api/v1/annual_reports': ['Reports of a year that were not read', 'WrappedAnnualReports'],
    'GET /api/v1/annual_reports/:year': ['The report of a year', 'WrappedAnnualReports'],
    'GET /api/v1/annual_reports/:year/state': ['Whether there is one', 'AnnualReportState'],
    'POST /api/v1/annual_reports/:year/read': ['It was read', '{}'],
    'POST /api/v1/annual_reports/:year/generate': ['Have one made', '{}'],
    'DELETE /api/v1/profile/avatar': ['Go back to the default avatar', 'CredentialAccount'],
    'DELETE /api/v1/profile/header': ['Go back to the default header', 'CredentialAccount'],
    'GET /api/v1/preferences': ['How the caller likes to post and to read', 'Preferences'],
    'PUT /api/web/settings': ['How the web client is set up: data, an object of any names', '{}'],
    'POST /api/v1/emails/confirmations': ['Send the confirmation mail again', '{}'],
    'GET /api/v1/emails/check_confirmation': ['Whether the address is confirmed', 'Boolean'],
    'GET /api/rookery/v1/invites': ['The invites of the caller', 'Invite[]'],
    'POST /api/rookery/v1/invites': ['Invite people', 'Invite'],
    'DELETE /api/rookery/v1/invites/:id': ['End an invite', 'Invite'],
    'POST /api/rookery/v1/account/move': ['Move to another account', 'CredentialAccount'],
    'DELETE /api/rookery/v1/account/move': [
      'Point to another account no longer',
      'CredentialAccount',
    ],
    'GET /api/rookery/v1/browser_accounts': [
      'The accounts that are signed in in this browser; only by a session',
      'BrowserAccount[]',
    ],
    'GET /api/rookery/v1/account/languages': [
      'Languages of public timelines; none: all',
      'ChosenLanguages',
    ],
    'PUT /api/rookery/v1/account/languages': ['Choose them', 'ChosenLanguages'],
    'GET /api/rookery/v1/account/preferences': [
      'Preferences that count in every app',
      'AccountPreferences',
    ],
    'PATCH /api/rookery/v1/account/preferences': ['Change some of them', 'AccountPreferences'],
    'GET /api/rookery/v1/starter_collections': [
      'Collections that the staff chose for newcomers',
      'CollectionsReply',
    ],
    'GET /api/rookery/v1/account/aliases': ['Other accounts of the same person', 'Alias[]'],
    'POST /api/rookery/v1/account/aliases': [
      'Say that another account is the same person',
      'Alias[]',
    ],
    'DELETE /api/rookery/v1/account/aliases': ['Take that back', 'Alias[]'],
  },
}
