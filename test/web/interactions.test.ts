import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { buildPages } from '../../scripts/build-pages.js'
import { startNetwork } from '../support/network.ts'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'

before(() => buildPages())

const authorize = (query: Record<string, string>) =>
  `/authorize_interaction?${new URLSearchParams(query)}`

test('FEP-3b86: whoever is signed in is led from an address to the page of what it is here', async () => {
  await using network = await startNetwork(['home', 'away'])
  const [alice, bob] = [await network.signUp('alice@home'), await network.signUp('bob@away')]
  const { uri, url } = await bob.publish('from elsewhere')
  const browser = new PageClient(network.server('home').http)
  await browser.signIn('alice', PASSWORD)
  const led = async (query: Record<string, string>) => {
    const { statusCode, headers } = await browser.get(authorize(query))
    assert.equal(statusCode, 302, JSON.stringify(query))
    return headers.location
  }

  const profile = `/@${bob.handle}`
  for (const named of [bob.uri, `acct:${bob.handle}`, `@${bob.handle}`, bob.handle]) {
    assert.equal(await led({ uri: named }), profile, named)
  }
  assert.equal(await led({ acct: bob.handle, intent: 'follow' }), `${profile}?intent=follow`)
  assert.equal(await led({ uri: bob.uri, intent: 'constructor' }), profile)
  const post = `${profile}/${(await alice.resolve(uri)).id}`
  assert.equal(await led({ uri }), post)
  assert.equal(await led({ uri: url, intent: 'reply' }), `${post}?intent=reply`)
  const page = await browser.get(post)
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /<script type="module" src="\/assets\/web\/client-/)
  assert.deepEqual(await alice.home(), [], 'nothing is done by being led somewhere')
  assert.deepEqual(await bob.notifications(), [])

  const proxied = await browser.get(`/.well-known/proxy?uri=${encodeURIComponent(uri)}`)
  assert.equal(proxied.headers.location, `/authorize_interaction?uri=${encodeURIComponent(uri)}`)
})

test('strangers sign in first, and nothing is fetched for them', async () => {
  await using server = await startTestServer()
  const path = authorize({ uri: 'https://away.example/@bob' })

  const response = await new PageClient(server.http).get(path)

  assert.equal(response.statusCode, 302)
  assert.equal(response.headers.location, '/auth/sign_in')
})

test('A50: what is not found has a page with a way on, and leads nowhere else', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const hidden = await (await server.signUp('bob')).publish('mine', { visibility: 'private' })
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)

  const wanted = ['', 'https://evil.invalid/x', '//evil.invalid', 'javascript:alert(1)', '<b>x</b>']
  for (const uri of [...wanted, hidden.uri]) {
    const response = await browser.get(authorize({ uri }))
    assert.equal(response.statusCode, 404, uri)
    assert.equal(response.headers.location, undefined)
    assert.match(response.body, /href="\/home"/)
    assert.doesNotMatch(response.body, /<b>x/)
  }
})

test('who lacks the second factor that their role demands is led to it', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice', { role: 'Owner' })
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)
  await server.app.transact(async (tx) => {
    await tx.db.updateTable('role').set({ require_two_factor: true }).execute()
    tx.emit({ type: 'settings.changed' })
  })

  const response = await browser.get(authorize({ uri: alice.username }))

  assert.equal(response.headers.location, '/settings/two_factor')
})
