import type { Section } from './section.ts'

const decisions = (path: string, what: string, entity: string): Section['operations'] => ({
  [`POST /api/v1/admin/trends/${path}/:id/approve`]: [`Let ${what} trend`, entity],
  [`POST /api/v1/admin/trends/${path}/:id/reject`]: [`Keep ${what} from trending`, entity],
})

export const adminFigures: Section = {
  name: 'admin-figures',
  title: 'Admin: trends and figures',
  about:
    'What rises and may be shown, and what the server counts. Who may not decide about trends is shown what everybody sees.',
  operations: {
    'GET /api/v1/admin/trends/tags': ['Hashtags that rise, approved or not', 'Admin::Tag[]'],
    'GET /api/v1/admin/trends/links': ['Links that rise, approved or not', 'Admin::Trends::Link[]'],
    'GET /api/v1/admin/trends/statuses': [
      'Posts that rise, approved or not',
      'Admin::Trends::Status[]',
    ],
    'GET /api/v1/admin/trends/links/publishers': [
      'Sites that were linked to, newest first',
      'PreviewCardProvider[]',
    ],
    ...decisions('tags', 'a hashtag', 'Admin::Tag'),
    ...decisions('links', 'a link', 'Admin::Trends::Link'),
    ...decisions('statuses', 'a post', 'Admin::Trends::Status'),
    ...decisions('links/publishers', 'all pages of a site', 'PreviewCardProvider'),
    'GET /api/v1/admin/tags': ['Hashtags, newest first', 'Admin::Tag[]'],
    'GET /api/v1/admin/tags/:id': ['A hashtag', 'Admin::Tag'],
    'PUT /api/v1/admin/tags/:id': ['Decide what a hashtag may do', 'Admin::Tag'],
    'POST /api/v1/admin/measures': ['Figures by day', 'Admin::Measure[]'],
    'POST /api/v1/admin/dimensions': ['What something is made up of', 'Admin::Dimension[]'],
    'POST /api/v1/admin/retention': ['How many of those who joined stay', 'Admin::Cohort[]'],
  },
}
