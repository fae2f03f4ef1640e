import type { Section } from './section.ts'

export const adminReports: Section = {
  name: 'admin-reports',
  title: 'Admin: reports',
  about:
    'What people told the staff of. A deleted status that an unresolved report names is still shown there, with its content and media.',
  operations: {
    'GET /api/v1/admin/reports': [
      'Reports that wait, newest first; `resolved` and `unresolved` ask for others or all',
      'Admin::Report[]',
    ],
    'GET /api/v1/admin/reports/:id': ['A report', 'Admin::Report'],
    'PUT /api/v1/admin/reports/:id': [
      'Change category and rules; rules alone make it a violation',
      'Admin::Report',
    ],
    'POST /api/v1/admin/reports/:id/assign_to_self': ['Look after a report', 'Admin::Report'],
    'POST /api/v1/admin/reports/:id/unassign': ['Let nobody look after it', 'Admin::Report'],
    'POST /api/v1/admin/reports/:id/resolve': ['Be done with a report', 'Admin::Report'],
    'POST /api/v1/admin/reports/:id/reopen': ['Take that back', 'Admin::Report'],
    'GET /api/rookery/v1/admin/reports/:id/notes': [
      'What the staff wrote down about a report, newest first',
      'Admin::Note[]',
    ],
    'POST /api/rookery/v1/admin/reports/:id/notes': [
      'Write something down, 2,000 characters at most',
      'Admin::Note',
    ],
    'DELETE /api/rookery/v1/admin/reports/:id/notes/:note_id': ['Remove a note', '{}'],
    'POST /api/rookery/v1/admin/reports/:id/forward': [
      "Tell other servers: the account's, or those of people whom the posts answer",
      'Admin::Report',
    ],
    'POST /api/rookery/v1/admin/reports/:id/statuses/delete': [
      'Delete the posts, warn their author, and be done with the report',
      'Admin::Report',
    ],
    'POST /api/rookery/v1/admin/reports/:id/statuses/mark_sensitive': [
      'Hide media of the posts, warn their author, and be done with the report',
      'Admin::Report',
    ],
    'GET /api/rookery/v1/admin/reports/:id/history': [
      'What the staff did about a report, its target and its posts, newest first',
      'Audit::Entry[]',
    ],
  },
}
