import type { Section } from './section.ts'

export const adminAudit: Section = {
  name: 'admin-audit',
  title: 'Admin: audit log',
  about: 'What the staff did, for those whose role lets them see it.',
  operations: {
    'GET /api/rookery/v1/admin/audit_log': ['What the staff did, newest first', 'Audit::Entry[]'],
  },
}
