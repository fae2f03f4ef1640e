import assert from 'node:assert/strict'
import { test } from 'node:test'
import { letBeFound, makeCollection } from '../support/collections.ts'
import { startTestServer } from '../support/server.ts'
import { metaOf, pageAt, visit } from './public-page.ts'

test('a collection has a page that shows who is in it', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  await letBeFound(bob, { display_name: 'Bob <b>' })
  const { id } = await makeCollection(alice, {
    name: '<i>Birds</i>',
    description: 'They & bees',
    account_ids: [bob.id],
  })

  const page = await pageAt(server, `/collections/${id}`)

  assert.match(page, /<h1><bdi>&lt;i&gt;Birds&lt;\/i&gt;<\/bdi><\/h1>/)
  assert.match(page, /They &amp; bees/)
  assert.match(page, /Bob &lt;b&gt;/)
  assert.match(page, /1 account recommended by/)
  assert.match(metaOf(page).robots ?? '', /noindex/)
  assert.equal((await visit(server, '/collections/1')).statusCode, 404)
  await server.set('sign_in_required', true)
  assert.equal((await visit(server, `/collections/${id}`)).statusCode, 302)
})
