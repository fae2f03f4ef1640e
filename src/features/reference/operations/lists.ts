import type { Section } from './section.ts'

export const lists: Section = {
  name: 'lists',
  title: 'Lists',
  about: 'Private lists of accounts, each with a timeline.',
  operations: {
    'GET /api/v1/lists': ['The lists of the caller', 'List[]'],
    'POST /api/v1/lists': ['Make a list', 'List'],
    'GET /api/v1/lists/:id': ['A list', 'List'],
    'PUT /api/v1/lists/:id': ['Change a list', 'List'],
    'DELETE /api/v1/lists/:id': ['Delete a list', '{}'],
    'GET /api/v1/lists/:id/accounts': ['The members of a list', 'Account[]'],
    'POST /api/v1/lists/:id/accounts': ['Add members', '{}'],
    'DELETE /api/v1/lists/:id/accounts': ['Remove members', '{}'],
  },
}
