import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { openSocket } from '../support/streams.ts'
import { registerClient } from './oauth-client.ts'
import { PageClient } from './page-client.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'

/** A browser that says what it is. */
class NamedBrowser extends PageClient {
  override send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: string,
    headers: Record<string, string> = {},
  ) {
    return super.send(method, path, payload, { ...headers, 'user-agent': FIREFOX })
  }
}

async function signedIn(browser: PageClient, name = 'alice') {
  const response = await browser.signIn(name, PASSWORD)
  assert.equal(response.statusCode, 302, response.body)
  return browser
}

const works = async (browser: PageClient) =>
  (await browser.get('/settings/sessions')).statusCode === 200

test('browsers are listed with the current one marked, and each can be signed out', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  await server.signUp('alice')
  await server.signUp('bob')
  const here = await signedIn(new PageClient(server.http))
  const there = await signedIn(new NamedBrowser(server.http))
  const third = await signedIn(new PageClient(server.http))
  const bobs = await signedIn(new PageClient(server.http), 'bob')
  const cookie = `rookery_session=${there.cookies.get('rookery_session')}`
  const socket = await openSocket(address, { headers: { cookie, origin: 'https://rookery.test' } })

  const page = (await here.get('/settings/sessions')).body
  assert.match(page, /Firefox on Linux/)
  assert.match(page, /Signed in from 127\.0\.0\.1/)
  assert.equal(page.split('This browser').length, 2)
  assert.ok(page.indexOf('This browser') < page.indexOf('Firefox on Linux'), 'not the first')
  const entry = /session-(\d+)">Firefox/.exec(page)?.[1] ?? ''
  await bobs.get('/settings/sessions')
  const foreign = await bobs.submit(`/settings/sessions/${entry}/revoke`, {})
  assert.equal(foreign.statusCode, 404, foreign.body)
  assert.ok(await works(there))

  await here.get('/settings/sessions')
  const revoked = await here.submit(`/settings/sessions/${entry}/revoke`, {})
  assert.equal(revoked.statusCode, 302, revoked.body)
  assert.equal(await socket.closed, 1008, 'A46')
  assert.equal(await works(there), false)
  assert.ok(await works(third))
  await here.get('/settings/sessions')
  assert.equal((await here.submit('/settings/sessions/revoke_others', {})).statusCode, 302)
  assert.deepEqual(await Promise.all([here, third, bobs].map(works)), [true, false, true])
})

test('apps are listed with their last use, and all are revoked at once with their streams', async () => {
  await using server = await startTestServer()
  const address = await server.listen()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const client = await registerClient(server)
  const token = await client.signIn(alice, { scope: 'read' })
  const browser = await signedIn(new PageClient(server.http))
  const listed = async () => {
    const page = (await browser.get('/settings/sessions')).body
    return /Tin Can[\s\S]*?<\/time>, ([^<]*)</.exec(page)?.[1]
  }
  assert.equal(await listed(), 'no use noted yet')
  const use = () =>
    server.anonymous.send('GET', '/api/v1/accounts/verify_credentials', undefined, {
      authorization: `Bearer ${token}`,
    })
  assert.equal((await use()).statusCode, 200)
  while ((await listed()) !== 'used today') await new Promise((done) => setTimeout(done, 5))
  server.clock.now += DAY
  assert.equal(await listed(), 'used yesterday')
  const socket = await openSocket(address, { token })

  await browser.get('/settings/sessions')
  const response = await browser.submit('/settings/sessions/revoke_apps', {})

  assert.equal(response.statusCode, 302, response.body)
  assert.equal(await socket.closed, 1008, 'A46')
  assert.equal((await use()).statusCode, 401)
  assert.equal((await alice.get('/api/v1/accounts/verify_credentials')).statusCode, 401)
  assert.equal((await bob.get('/api/v1/accounts/verify_credentials')).statusCode, 200)
  assert.match((await browser.get('/settings/sessions')).body, /No app uses your account yet/)
})
