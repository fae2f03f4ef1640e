import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { until } from '../support/in-time.ts'
import { NORMALISED_ELSEWHERE } from '../support/open-redirects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'

test('people sign in with their address or their name, in any letter case', async () => {
  await using server = await startTestServer()
  await server.signUp('Alice')

  for (const login of ['alice@example.org', 'ALICE@Example.Org', 'Alice', '@alice', ' alice ']) {
    const browser = new PageClient(server.http)
    const response = await browser.signIn(login, PASSWORD)

    assert.equal(response.statusCode, 302, `${login}: ${response.body}`)
    assert.equal(response.headers.location, '/home')
    const page = await browser.get('/settings/account')
    assert.equal(page.statusCode, 200, page.body)
    assert.match(page.body, /@Alice@rookery\.test/)
  }
})

test('a wrong password keeps what was typed but for the password, and tells no more', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const known = new PageClient(server.http)
  const unknown = new PageClient(server.http)

  const wrong = await known.signIn('alice', 'wrong')
  const nobody = await unknown.signIn('nobody', 'wrong')

  assert.equal(wrong.statusCode, 422, wrong.body)
  assert.match(wrong.body, /role="alert"/)
  assert.match(wrong.body, /id="user_email"[^>]*value="alice"/)
  assert.doesNotMatch(wrong.body, /value="wrong"/)
  const forms = [wrong, nobody].map((response) =>
    response.body.replace(/value="[^"]*"/g, '').replaceAll('nobody', 'alice'),
  )
  assert.equal(forms[0], forms[1])
  assert.equal(nobody.statusCode, 422)
})

test('who may not sign in is told why, but only with the right password', async () => {
  await using server = await startTestServer()
  await server.signUp('unconfirmed', { confirmed: false })
  await expectRefusal(server, 'unconfirmed', /confirm your e-mail address/)
  await server.signUp('unapproved', { approved: false })
  await expectRefusal(server, 'unapproved', /request to join/)
})

async function expectRefusal(server: TestServer, login: string, reason: RegExp): Promise<void> {
  const right = await new PageClient(server.http).signIn(login, PASSWORD)
  const wrong = await new PageClient(server.http).signIn(login, 'wrong')

  assert.equal(right.statusCode, 422, right.body)
  assert.match(right.body, reason)
  assert.doesNotMatch(wrong.body, reason)
}

test('signing out ends the session, not only the cookie', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)
  const cookie = browser.cookies.get('rookery_session') ?? ''
  await browser.get('/settings/account')

  const response = await browser.submit('/auth/sign_out', {})

  assert.equal(response.statusCode, 302, response.body)
  assert.equal(browser.cookies.has('rookery_session'), false)
  browser.cookies.set('rookery_session', cookie)
  const page = await browser.get('/settings/account')
  assert.equal(page.statusCode, 302, page.body)
  assert.equal(page.headers.location, '/auth/sign_in')
})

test('the sign-in page has a bare address and leads back to where somebody came from, once', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const browser = new PageClient(server.http)
  const wanted = '/settings/account?part=1'
  const asked = await browser.get(wanted)
  assert.equal(asked.headers.location, '/auth/sign_in')

  const signedIn = await browser.signIn('alice', PASSWORD)

  assert.equal(signedIn.headers.location, wanted)
  assert.equal(browser.cookies.has('rookery_way_back'), false)
  await browser.get('/settings/account')
  await browser.submit('/auth/sign_out', {})
  assert.equal((await browser.signIn('alice', PASSWORD)).headers.location, '/home')
})

test('a way back in the address moves into a cookie where the browser keeps cookies', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const address = '/auth/sign_in?force=1&return_to=%2Fwelcome'
  const fresh = new PageClient(server.http)
  const known = new PageClient(server.http)
  await known.get('/auth/sign_in')

  assert.equal((await fresh.get(address)).statusCode, 200)
  const moved = await known.get(address)

  assert.equal(moved.statusCode, 302)
  assert.equal(moved.headers.location, '/auth/sign_in?force=1')
  const back = await known.signIn(alice.email, PASSWORD, '/auth/sign_in?force=1')
  assert.equal(back.headers.location, '/welcome')
})

test('A64 a way back that a cookie names is a path of this server', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  for (const target of ['https://evil.example', '//evil.example', ...NORMALISED_ELSEWHERE]) {
    const browser = new PageClient(server.http)
    browser.cookies.set('rookery_way_back', Buffer.from(target).toString('base64url'))

    const signedIn = await browser.signIn('alice', PASSWORD)

    assert.equal(signedIn.headers.location, '/home', target)
  }
})

test('a way back too long for a cookie stays in the address', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const browser = new PageClient(server.http)
  const wanted = `/settings/account?x=${'a'.repeat(4000)}`

  const asked = await browser.get(wanted)
  const signedIn = await browser.signIn('alice', PASSWORD, String(asked.headers.location))

  assert.equal(signedIn.headers.location, wanted)
})

test('a session lasts a year from its last use, written down once an hour', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)
  const read = () =>
    server.app.db.selectFrom('session').select(['last_used_at', 'expires_at']).executeTakeFirst()
  const first = await read()

  server.clock.now += 1_800_000
  await browser.get('/settings/account')
  assert.deepEqual(await read(), first)
  for (let time = 1; time <= 2; time++) {
    server.clock.now += 300 * DAY
    await until(async () => {
      assert.equal((await browser.get('/settings/account')).statusCode, 200)
      return (await read())!.last_used_at >= server.clock.now
    })
  }

  server.clock.now += 366 * DAY
  assert.equal((await browser.get('/settings/account')).statusCode, 302)
})

test('S-079 any authenticated use is noted with its day', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const day = () => Math.floor(server.app.clock() / 86_400_000)
  const read = async () =>
    (await server.app.db.selectFrom('local_user').select('last_active_day').executeTakeFirst())
      ?.last_active_day

  const ask = () => alice.get('/api/v1/accounts/verify_credentials')

  assert.equal(await read(), null)
  for (let time = 1; time <= 2; time++) {
    server.clock.now += 3 * 86_400_000
    await until(async () => {
      await Promise.all([ask(), ask(), ask()])
      return (await read()) === day()
    })
  }
})
