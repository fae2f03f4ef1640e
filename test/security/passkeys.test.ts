import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Authenticator, type Lies, type Wish } from '../support/authenticator.ts'
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts'
import { setUpTwoFactor } from '../support/two-factor.ts'
import { PageClient } from '../web/page-client.ts'

const ORIGIN = 'https://rookery.test'
const OPTIONS = '/auth/sign_in/passkey/options'

async function signedIn(server: TestServer, name: string): Promise<PageClient> {
  const browser = new PageClient(server.http)
  const response = await browser.signIn(name, PASSWORD)
  assert.equal(response.statusCode, 302, response.body)
  await browser.get('/settings/passkeys')
  return browser
}

async function wishOf(browser: PageClient, path: string, more = {}): Promise<Wish> {
  const { csrfToken: csrf_token } = browser
  const response = await browser.post(path, { csrf_token, ...more })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const send = (browser: PageClient, path: string, answer: unknown, more = {}) =>
  browser.submit(path, { credential: JSON.stringify(answer), ...more })

async function register(browser: PageClient, lies: Lies = {}, key = new Authenticator(ORIGIN)) {
  const wish = await wishOf(browser, '/settings/passkeys/options')
  const response = await send(browser, '/settings/passkeys', key.create(wish, lies), {
    name: 'Key',
  })
  return { key, response }
}

/** Signs in with a passkey in a new browser. */
async function enter(server: TestServer, key: Authenticator, lies: Lies = {}) {
  const browser = new PageClient(server.http)
  await browser.get('/auth/sign_in')
  const wish = await wishOf(browser, OPTIONS)
  const answer = key.get(wish, lies)
  return { browser, wish, answer, response: await send(browser, '/auth/sign_in/passkey', answer) }
}

test('a passkey is added, signs in alone, and is void once removed', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const browser = await signedIn(server, 'alice')

  const { key, response } = await register(browser)
  assert.equal(response.statusCode, 302, response.body)
  const second = await register(browser)
  assert.equal(second.response.statusCode, 302, second.response.body)
  const { browser: other, response: entered } = await enter(server, key)
  assert.equal(entered.statusCode, 302, entered.body)
  assert.equal(entered.headers.location, '/home')
  assert.equal((await other.get('/settings/account')).statusCode, 200)
  // it proved who they are: nothing is asked again
  const list = await other.get('/settings/passkeys')
  assert.equal(list.statusCode, 200, list.body)
  assert.match(list.body, /used last on/)
  await server.settle()
  assert.match(server.mails.at(-1)?.subject ?? '', /passkey was added/)

  const [first] = await server.app.db.selectFrom('passkey').select('id').orderBy('id').execute()
  const removed = await other.submit(`/settings/passkeys/${first?.id}/remove`, {})
  assert.equal(removed.statusCode, 302, removed.body)
  assert.equal((await enter(server, key)).response.statusCode, 422)
  assert.equal((await enter(server, second.key)).response.statusCode, 302)
  await signedIn(server, 'alice') // the password goes on to work
  await server.settle()
  assert.match(server.mails.at(-1)?.subject ?? '', /passkey was removed/)
})

test('A49 dishonest answers of an authenticator sign nobody in', async () => {
  await using server = await startTestServer()
  const bob = await server.signUp('bob')
  await server.signUp('alice')
  const { key } = await register(await signedIn(server, 'alice'))
  const lies: Record<string, Lies> = {
    'another site': { origin: 'https://evil.example' },
    'another port of ours': { origin: `${ORIGIN}:8443` },
    'a site without TLS': { origin: 'http://rookery.test' },
    'signed for another host': { rpId: 'evil.example' },
    'an invented challenge': { challenge: Buffer.alloc(32, 7).toString('base64url') },
    'no challenge': { challenge: '' },
    'an answer of another kind': { type: 'webauthn.create' },
    'nobody was asked for finger or PIN': { unverified: true },
    'a signature of something else': { badSignature: true },
    'the name of another user': { userHandle: Buffer.from(bob.userId).toString('base64url') },
  }

  for (const [lie, how] of Object.entries(lies)) {
    const { browser, response } = await enter(server, key, how)
    assert.equal(response.statusCode, 422, `${lie}: ${response.body}`)
    assert.equal(browser.cookies.has('rookery_session'), false, lie)
  }
  const stranger = await enter(server, new Authenticator(ORIGIN))
  assert.equal(stranger.response.statusCode, 422)
  for (const text of ['', '{', '[]', 'null', '{"id":1}', '{"response":{"clientDataJSON":7}}']) {
    const page = new PageClient(server.http)
    await page.get('/auth/sign_in')
    const response = await page.submit('/auth/sign_in/passkey', { credential: text })
    assert.equal(response.statusCode, 422, text)
  }

  assert.equal((await enter(server, key)).response.statusCode, 302)
})

test('A49 an answer counts once, in its browser, for five minutes, and counts go up', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const { key } = await register(await signedIn(server, 'alice'))

  const { browser, answer, response } = await enter(server, key)
  assert.equal(response.statusCode, 302, response.body)
  await browser.get('/auth/sign_in?force=1')
  assert.equal((await send(browser, '/auth/sign_in/passkey', answer)).statusCode, 422, 'replayed')
  const victim = new PageClient(server.http)
  await victim.get('/auth/sign_in')
  const stolen = key.get(await wishOf(victim, OPTIONS))
  const thief = new PageClient(server.http)
  await thief.get('/auth/sign_in')
  assert.equal((await send(thief, '/auth/sign_in/passkey', stolen)).statusCode, 422, 'elsewhere')
  const late = key.get(await wishOf(victim, OPTIONS))
  server.clock.now += 5 * 60_000
  assert.equal((await send(victim, '/auth/sign_in/passkey', late)).statusCode, 422, 'late')
  const copied = await enter(server, key, { counter: 2 })
  assert.equal(copied.response.statusCode, 422, 'a count that went back')

  assert.equal((await enter(server, key)).response.statusCode, 302)
})

test('A49 dishonest registrations are refused, and no certificate is looked into', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  await server.signUp('bob')
  const browser = await signedIn(server, 'alice')
  const lies: Lies[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { challenge: Buffer.alloc(32, 7).toString('base64url') },
    { type: 'webauthn.get' },
    // the library would ask an address of the certificate whether it was revoked
    { certified: true },
  ]
  for (const how of lies) {
    const { response } = await register(browser, how)
    assert.equal(response.statusCode, 422, JSON.stringify(how))
  }
  const { key } = await register(browser)
  const bob = await signedIn(server, 'bob')
  const taken = await register(bob, {}, key)
  assert.equal(taken.response.statusCode, 422, 'a credential of somebody else')
  // an answer to what alice's page asked, sent by bob
  const wish = await wishOf(browser, '/settings/passkeys/options')
  const answer = new Authenticator(ORIGIN).create(wish)
  const foreign = await send(bob, '/settings/passkeys', answer, { name: 'x' })
  assert.equal(foreign.statusCode, 422, foreign.body)

  const rows = await server.app.db.selectFrom('passkey').select(['id', 'transports']).execute()
  assert.deepEqual(
    rows.map(({ transports }) => transports),
    [['internal']],
  )
  await bob.get('/settings/passkeys')
  const removed = await bob.submit(`/settings/passkeys/${rows[0]?.id}/remove`, {})
  assert.equal(removed.statusCode, 404, 'a passkey of somebody else')
})

test('A49 after the password a passkey of that user works as second factor, no other', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  await server.signUp('bob')
  const { key: bobs } = await register(await signedIn(server, 'bob'))
  const alice = await signedIn(server, 'alice')
  const { key } = await register(alice)
  await setUpTwoFactor(server, alice)
  const halfway = async (with_: Authenticator, lies: Lies = {}) => {
    const browser = new PageClient(server.http)
    const page = await browser.signIn('alice', PASSWORD)
    assert.match(page.body, /Use a passkey/)
    const sign_in_step = /name="sign_in_step" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const wish = await wishOf(browser, OPTIONS, { sign_in_step })
    return send(browser, '/auth/sign_in/passkey', with_.get(wish, lies))
  }

  assert.equal((await halfway(bobs)).statusCode, 422)
  assert.equal((await halfway(key, { badSignature: true })).statusCode, 422)
  assert.equal((await halfway(key, { unverified: true })).statusCode, 302)

  // a challenge of the second step does not stand alone
  const browser = new PageClient(server.http)
  const page = await browser.signIn('alice', PASSWORD)
  const sign_in_step = /name="sign_in_step" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const wish = await wishOf(browser, OPTIONS, { sign_in_step })
  const alone = await send(browser, '/auth/sign_in/passkey', key.get(wish), { sign_in_step: '' })
  assert.equal(alone.statusCode, 422, alone.body)
})
