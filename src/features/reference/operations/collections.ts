import type { Section } from './section.ts'

export const collections: Section = {
  name: 'collections',
  title: 'Collections',
  about:
    'Accounts that somebody recommends, with their consent. /api/v1_alpha has the same operations.',
  operations: Object.fromEntries(
    ['/api/v1', '/api/v1_alpha'].flatMap((base) =>
      Object.entries({
        [`POST ${base}/collections`]: ['Make a collection', 'CollectionReply'],
        [`GET ${base}/collections/:id`]: [
          'A collection and who is in it',
          'CollectionWithAccounts',
        ],
        [`PATCH ${base}/collections/:id`]: ['Change a collection', 'CollectionReply'],
        [`DELETE ${base}/collections/:id`]: ['Delete a collection', '{}'],
        [`POST ${base}/collections/:collection_id/items`]: [
          'Show an account in a collection',
          'CollectionItemReply',
        ],
        [`DELETE ${base}/collections/:collection_id/items/:id`]: [
          'Take an account out of a collection',
          '{}',
        ],
        [`POST ${base}/collections/:collection_id/items/:id/revoke`]: ['Leave a collection', '{}'],
        [`GET ${base}/accounts/:id/collections`]: [
          'The collections of an account',
          'CollectionsReply',
        ],
        [`GET ${base}/accounts/:id/in_collections`]: [
          'The collections that show the caller',
          'CollectionsReply',
        ],
      } as const),
    ),
  ),
}
