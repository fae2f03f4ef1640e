import type { Section } from './section.ts'

export const adminSettings: Section = {
  name: 'admin-settings',
  title: 'Admin: settings',
  about:
    'The settings of the running server, its banner and its icon, and its terms of service by their days.',
  operations: {
    'GET /api/rookery/v1/admin/settings': ['Every setting', 'Admin::Settings'],
    'PUT /api/rookery/v1/admin/settings': ['Change some of them, all or none', 'Admin::Settings'],
    'GET /api/rookery/v1/admin/settings/schema': [
      'What there is to set, and to what',
      'Admin::SettingsSchema',
    ],
    'PUT /api/rookery/v1/admin/settings/banner': ['Give it a banner', 'Admin::Settings'],
    'DELETE /api/rookery/v1/admin/settings/banner': ['Take the banner away', 'Admin::Settings'],
    'PUT /api/rookery/v1/admin/settings/icon': ['Give it an icon', 'Admin::Settings'],
    'DELETE /api/rookery/v1/admin/settings/icon': ['Take the icon away', 'Admin::Settings'],
    'GET /api/rookery/v1/admin/setup': [
      'What a new server still needs: what is done, by the server as it is',
      'Admin::Setup',
    ],
    'PUT /api/rookery/v1/admin/setup': [
      'Which of it the dashboard no longer shows',
      'Admin::Setup',
    ],
    'POST /api/rookery/v1/admin/setup/test_mail': [
      'Send the caller a mail and wait for the answer of the mail server',
      'Admin::TestMail',
    ],
    'GET /api/rookery/v1/admin/terms_of_service': [
      'Terms of service, those to come too',
      'Admin::TermsOfService[]',
    ],
    'POST /api/rookery/v1/admin/terms_of_service': [
      'Publish terms that count from a day on',
      'Admin::TermsOfService',
    ],
    'GET /api/rookery/v1/admin/terms_of_service/:id': ['Terms of service', 'Admin::TermsOfService'],
    'DELETE /api/rookery/v1/admin/terms_of_service/:id': ['Take back terms to come', '{}'],
  },
}
