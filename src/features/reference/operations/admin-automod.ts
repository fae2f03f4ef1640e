import type { Section } from './section.ts'

export const adminAutomod: Section = {
  name: 'admin-automod',
  title: 'Admin: automatic rules',
  about:
    'What the server does by itself with statuses and accounts that fit a rule, what matched, and what waits for a look.',
  operations: {
    'GET /api/rookery/v1/admin/automod_rules': [
      'The automatic rules, newest first',
      'Admin::AutomodRule[]',
    ],
    'POST /api/rookery/v1/admin/automod_rules': [
      'Makes a rule; it only watches unless its mode is live',
      'Admin::AutomodRule',
    ],
    'GET /api/rookery/v1/admin/automod_rules/:id': ['A rule', 'Admin::AutomodRule'],
    'PUT /api/rookery/v1/admin/automod_rules/:id': [
      'Changes a rule; what is not given stays',
      'Admin::AutomodRule',
    ],
    'DELETE /api/rookery/v1/admin/automod_rules/:id': ['Deletes a rule', '{}'],
    'POST /api/rookery/v1/admin/automod_rules/dry_run': [
      'What a rule would have matched in the last days',
      'Admin::AutomodDryRun',
    ],
    'POST /api/rookery/v1/admin/automod_rules/:id/dry_run': [
      'The same of a rule that is there',
      'Admin::AutomodDryRun',
    ],
    'GET /api/rookery/v1/admin/automod_matches': [
      'What matched within 30 days, newest first',
      'Admin::AutomodMatch[]',
    ],
    'GET /api/rookery/v1/admin/held_items': [
      'What waits for a look because of a rule, newest first',
      'Admin::HeldItem[]',
    ],
    'POST /api/rookery/v1/admin/held_items/:id/approve': [
      'Lets it through, as if it came now',
      '{}',
    ],
    'POST /api/rookery/v1/admin/held_items/:id/reject': ['Deletes it', '{}'],
  },
}
