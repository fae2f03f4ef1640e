import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queriesOf } from '../support/queries.ts'
import { startTestServer } from '../support/server.ts'

test('A134 of the statements of a selection their text is kept, not their syntax trees', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  const sent = await queriesOf(server.app.db, () =>
    alice.get('/api/v1/notifications?types[]=mention&types[]=poll'),
  )

  const page = sent.find(({ sql }) => /from "?notification"?/.test(sql))
  assert.deepEqual(page?.query, { kind: 'SelectQueryNode' })
})
