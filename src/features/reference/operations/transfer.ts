import type { Section } from './section.ts'

export const transfer: Section = {
  name: 'transfer',
  title: 'Import and export',
  about: 'What people take to another server, and what they bring from one.',
  operations: {
    'GET /api/rookery/v1/exports/following.csv': ['As a file, whom the caller follows', 'csv'],
    'GET /api/rookery/v1/exports/followers.csv': ['As a file, who follows the caller', 'csv'],
    'GET /api/rookery/v1/exports/blocks.csv': ['As a file, whom the caller blocks', 'csv'],
    'GET /api/rookery/v1/exports/mutes.csv': ['As a file, whom the caller mutes for good', 'csv'],
    'GET /api/rookery/v1/exports/domain_blocks.csv': [
      'As a file, the servers that the caller blocks',
      'csv',
    ],
    'GET /api/rookery/v1/exports/bookmarks.csv': [
      'As a file, the posts that the caller keeps',
      'csv',
    ],
    'GET /api/rookery/v1/exports/lists.csv': ['As a file, lists with their members', 'csv'],
    'GET /api/rookery/v1/archives': [
      'Archives of everything that the caller has here',
      'Archive[]',
    ],
    'POST /api/rookery/v1/archives': ['Ask for an archive', 'Archive'],
    'GET /api/rookery/v1/archives/:id': ['An archive, and how far it is', 'Archive'],
    'GET /api/rookery/v1/archives/:id/file': ['The archive itself', 'zip'],
    'DELETE /api/rookery/v1/archives/:id': ['Remove an archive before its time', '{}'],
    'GET /api/rookery/v1/imports': ['The imports of the caller', 'Import[]'],
    'POST /api/rookery/v1/imports': ['Bring a file, to be confirmed', 'ImportDetails'],
    'GET /api/rookery/v1/imports/:id': [
      'An import, how far it is and what went wrong',
      'ImportDetails',
    ],
    'POST /api/rookery/v1/imports/:id/confirm': ['Begin an import', 'ImportDetails'],
    'POST /api/rookery/v1/imports/:id/cancel': ['End an import as it is', 'ImportDetails'],
    'GET /api/rookery/v1/imports/:id/failures.csv': ['What could not be imported', 'csv'],
  },
}
