import type { Section } from './section.ts'

const OWN = '/api/rookery/v1/admin/accounts'
const BATCHES = '/api/rookery/v1/admin/account_batches'

export const adminAccounts: Section = {
  name: 'admin-accounts',
  title: 'Admin: accounts',
  about:
    'People here and elsewhere as the staff sees them, what it does to them, and what waits for it.',
  operations: {
    'GET /api/v2/admin/accounts': ['Accounts by origin, state, role and texts', 'Admin::Account[]'],
    'GET /api/v1/admin/accounts': ['The same with the parameters of old', 'Admin::Account[]'],
    'GET /api/v1/admin/accounts/:id': ['An account', 'Admin::Account'],
    'POST /api/v1/admin/accounts/:id/approve': [
      'Let in somebody who asked to join',
      'Admin::Account',
    ],
    'POST /api/v1/admin/accounts/:id/reject': ['Refuse somebody who asked to join', '{}'],
    [`POST ${OWN}/approve_many`]: ['Let in several who asked to join', 'Admin::SignUpDecisions'],
    [`POST ${OWN}/reject_many`]: ['Refuse several who asked to join', 'Admin::SignUpDecisions'],
    [`POST ${OWN}/:id/role`]: ['Give another role, or none', 'Admin::Account'],
    [`POST ${OWN}/:id/memorialize`]: ['Keep the account in memoriam', 'Admin::Account'],
    [`POST ${OWN}/:id/disable_two_factor`]: ['Ask for no codes any more', 'Admin::Account'],
    [`POST ${OWN}/:id/reset_password`]: [
      'Make the password void, sign out everywhere and send a link to another one',
      'Admin::Account',
    ],
    [`POST ${OWN}/:id/confirm_email`]: ['Take the e-mail address as confirmed', 'Admin::Account'],
    [`POST ${OWN}/:id/change_email`]: ['Give another e-mail address', 'Admin::Account'],
    [`POST ${OWN}/:id/remove_avatar`]: ['Take the avatar away', 'Admin::Account'],
    [`POST ${OWN}/:id/remove_header`]: ['Take the header picture away', 'Admin::Account'],
    [`POST ${OWN}/:id/refetch`]: ['Fetch an account of another server again', 'Admin::Account'],
    [`GET ${OWN}/:id/notes`]: ['What the staff wrote about an account', 'Admin::Note[]'],
    [`POST ${OWN}/:id/notes`]: ['Write something about an account', 'Admin::Note'],
    [`DELETE ${OWN}/:id/notes/:note_id`]: ['Remove a note', '{}'],
    [`GET ${OWN}/:id/mails`]: ['What the staff wrote to a person by mail', 'Admin::StaffMail[]'],
    [`POST ${OWN}/:id/mails`]: ['Write a mail to a person', 'Admin::Account'],
    [`POST ${OWN}/:id/mails/preview`]: [
      'The mail as the person would get it',
      'Admin::MailPreview',
    ],
    [`GET ${OWN}/:id/mail_delivery`]: [
      'Whether the mail server takes mails for the address of a person',
      'Admin::MailDelivery',
    ],
    [`GET ${BATCHES}/candidates`]: [
      'All accounts that match a filter, to be acted upon together',
      'Admin::BatchCandidates',
    ],
    [`GET ${BATCHES}`]: ['What the caller did to many accounts', 'Admin::AccountBatch[]'],
    [`POST ${BATCHES}`]: ['Do something to many accounts', 'Admin::AccountBatch'],
    [`GET ${BATCHES}/:id`]: ['How far it is, and what failed', 'Admin::AccountBatch'],
    [`POST ${BATCHES}/:id/retry`]: ['Try again what failed', 'Admin::AccountBatch'],
    [`GET ${OWN}/:id/statuses`]: [
      'What an account posted, deleted posts too, but for private mentions',
      'Admin::AccountStatus[]',
    ],
    [`POST ${OWN}/:id/statuses/delete`]: ['Delete posts of an account', 'Admin::Account'],
    [`POST ${OWN}/:id/statuses/mark_sensitive`]: [
      'Hide the media of posts of an account behind a warning',
      'Admin::Account',
    ],
    'GET /api/rookery/v1/admin/overview': ['How much waits for the staff', 'Admin::Overview'],
  },
}
