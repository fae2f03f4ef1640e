import type { Section } from './section.ts'

export const adminStrikes: Section = {
  name: 'admin-strikes',
  title: 'Admin: decisions about accounts',
  about:
    'What the staff does to accounts and takes back, what they decided before, and what people say to it.',
  operations: {
    'POST /api/v1/admin/accounts/:id/action': [
      'Warn, freeze, limit or suspend an account, and be done with the reports about it',
      '{}',
    ],
    'POST /api/v1/admin/accounts/:id/enable': [
      'Let somebody use a frozen account again',
      'Admin::Account',
    ],
    'POST /api/v1/admin/accounts/:id/unsensitive': [
      'Show the media of an account without a warning again',
      'Admin::Account',
    ],
    'POST /api/v1/admin/accounts/:id/unsilence': [
      'Take the limits of an account back',
      'Admin::Account',
    ],
    'POST /api/v1/admin/accounts/:id/unsuspend': [
      'Take a suspension back; everything is as before',
      'Admin::Account',
    ],
    'DELETE /api/v1/admin/accounts/:id': [
      'Erase what is kept of a suspended account, before its time',
      '{}',
    ],
    'GET /api/rookery/v1/admin/strikes': [
      'What the staff decided about accounts, newest first',
      'Admin::Strike[]',
    ],
    'GET /api/rookery/v1/admin/appeals': [
      'What people say to decisions about them, newest first',
      'Admin::Appeal[]',
    ],
    'POST /api/rookery/v1/admin/appeals/:id/approve': [
      'Approve an appeal: what the decision did is undone where it still stands',
      'Admin::Appeal',
    ],
    'POST /api/rookery/v1/admin/appeals/:id/reject': [
      'Reject an appeal: the decision stands',
      'Admin::Appeal',
    ],
    'GET /api/rookery/v1/admin/warning_presets': [
      'What the staff says often, newest first',
      'Admin::WarningPreset[]',
    ],
    'POST /api/rookery/v1/admin/warning_presets': [
      'Keep a text to be chosen for warnings',
      'Admin::WarningPreset',
    ],
    'GET /api/rookery/v1/admin/warning_presets/:id': ['One such text', 'Admin::WarningPreset'],
    'PUT /api/rookery/v1/admin/warning_presets/:id': ['Change it', 'Admin::WarningPreset'],
    'DELETE /api/rookery/v1/admin/warning_presets/:id': ['Remove it', '{}'],
  },
}

export const strikes: Section = {
  name: 'strikes',
  title: 'Decisions of the staff',
  about: 'What the staff decided about the caller, and what the caller says to it.',
  operations: {
    'GET /api/rookery/v1/strikes': [
      'What the staff decided about the caller, newest first',
      'AccountWarning[]',
    ],
    'POST /api/rookery/v1/strikes/:id/appeal': [
      'Appeal a decision, once and within 20 days',
      'AccountWarning',
    ],
  },
}
