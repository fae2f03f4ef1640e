import { relate } from '../walk/arrange.ts'
import { getDocument, readDocument, readRow } from '../walk/documents.ts'
import { type Operation, row } from '../walk/row.ts'
import type { Walk } from '../walk/walk.ts'

/** Documents of followers and followed accounts for other servers. */
export const followDocumentOperations: Operation[] = [
  ...(['followers', 'following'] as const).map((name) =>
    row('GET', `/users/:username/${name}`, async (walk) => {
      const { alice, bob } = walk
      const [follower, followed] = name === 'followers' ? [bob, alice] : [alice, bob]
      await relate(walk, follower, 'follow', followed)
      const collection = await getDocument(walk, { username: alice.username }, 'OrderedCollection')
      walk.claim('counted', collection.totalItems >= 1, collection.totalItems)
      const page = await readDocument(walk, collection.first ?? '/')
      const uri = collection.id?.replace(
        `/users/${alice.username}/${name}`,
        `/users/${bob.username}`,
      )
      walk.claim('item', page.json?.orderedItems?.includes(uri), page.text.slice(0, 200))
      walk.status('unknown', await readRow(walk, { username: 'nobody_at_all' }), 404)
      await hide(walk, true)
      walk.later(() => hide(walk, false))
      const hidden = await readRow(walk, { username: alice.username })
      walk.equal('hidden: counts only', [hidden.status, hidden.json?.first], [200, undefined])
      walk.status('hidden page', await readDocument(walk, collection.first ?? '/'), 403)
    }),
  ),

  row('GET', '/users/:username/followers_synchronization', async (walk) => {
    const answer = await readRow(walk, { username: walk.alice.username })
    walk.status('unsigned', answer, 401)
  }),
]

async function hide({ alice }: Walk, hide_collections: boolean): Promise<void> {
  await alice.must('PATCH', '/api/v1/accounts/update_credentials', { hide_collections })
}
