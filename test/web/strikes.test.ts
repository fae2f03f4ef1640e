import assert from 'node:assert/strict'
import { test } from 'node:test'
import { warnAccount } from '../../src/features/moderation/warn-account.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { PASSWORD, startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { setUpTwoFactor } from '../support/two-factor.ts'
import { PageClient } from './page-client.ts'

const STRIKES = '/settings/strikes'

type Action = Parameters<typeof warnAccount>[1]['action']

const decide = ({ app }: TestServer, target: TestUser, action: Action, statusIds: string[] = []) =>
  app.transact((tx) =>
    warnAccount(tx, { targetId: target.id, action, text: 'Be kind.\n\nReally.', statusIds }),
  )

/** Pages that are closed to a user who may only read the decision about them. */
const CLOSED = ['/settings', '/settings/account', '/settings/delete', '/settings/import_export']

test('A46: who is suspended or frozen signs in to what was decided about them, and to nothing else', async () => {
  await using server = await startTestServer()
  for (const action of ['suspend', 'disable'] as const) {
    const user = await server.signUp(`who_${action}`)
    const before = new PageClient(server.http)
    await before.signIn(user.username, PASSWORD)
    const id = await decide(server, user, action)

    const browser = new PageClient(server.http)
    const wrong = await new PageClient(server.http).signIn(user.username, 'wrong')
    assert.equal(wrong.statusCode, 422)
    const signedIn = await browser.signIn(user.username, PASSWORD)

    assert.equal(signedIn.statusCode, 302, signedIn.body)
    assert.equal(signedIn.headers.location, STRIKES)
    for (const client of [browser, before]) {
      const list = await client.get(STRIKES)
      assert.equal(list.statusCode, 200, list.body)
      assert.ok(list.body.includes(`${STRIKES}/${id}`))
      assert.match(list.body, action === 'suspend' ? /is suspended/ : /is frozen/)
      assert.doesNotMatch(list.body, /frame-list/)
      for (const path of CLOSED) {
        const { statusCode, headers } = await client.get(path)
        assert.deepEqual([statusCode, headers.location], [302, STRIKES], path)
      }
      assert.equal((await client.get('/auth/sign_in')).headers.location, STRIKES)
      const { statusCode } = await client.get('/api/v1/accounts/verify_credentials')
      assert.equal(statusCode, 403)
      await client.get(STRIKES)
      const csrf = { 'x-csrf-token': client.csrfToken }
      const written = await client.send('POST', '/api/v1/statuses', '', csrf)
      assert.equal(written.statusCode, 403)
    }
    await browser.get(STRIKES)
    const out = await browser.submit('/auth/sign_out', {})
    assert.equal(out.statusCode, 302)
    assert.match(String((await browser.get(STRIKES)).headers.location), /sign_in/)
  }
})

test('A49: who is suspended still owes the second factor', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const setting = new PageClient(server.http)
  await setting.signIn('alice', PASSWORD)
  const { app } = await setUpTwoFactor(server, setting)
  await decide(server, alice, 'suspend')
  const browser = new PageClient(server.http)

  const asked = await browser.signIn('alice', PASSWORD)
  assert.match(asked.body, /One more step/)
  assert.equal(browser.cookies.has('rookery_session'), false)
  const wrong = await browser.submit('/auth/sign_in', { 'user[otp_attempt]': app.wrongCode() })
  assert.equal(wrong.statusCode, 422)
  const done = await browser.submit('/auth/sign_in', { 'user[otp_attempt]': app.code() })

  assert.deepEqual([done.statusCode, done.headers.location], [302, STRIKES])
})

test('an appeal is written on the page of the decision, once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const post = await alice.publish('something <rude>')
  const id = await decide(server, alice, 'suspend', [post.id])
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)
  const path = `${STRIKES}/${id}`

  assert.equal((await browser.get(`/disputes/strikes/${id}`)).headers.location, path)
  const page = await browser.get(path)
  assert.equal(page.statusCode, 200, page.body)
  assert.match(page.body, /Your account was suspended/)
  assert.match(page.body, /<p>Be kind\.<\/p><p>Really\.<\/p>/)
  assert.match(page.body, /something &lt;rude&gt;/)
  const empty = await browser.submit(`${path}/appeal`, { text: ' ' })
  assert.equal(empty.statusCode, 422, empty.body)
  assert.match(empty.body, /say why/)
  const sent = await browser.submit(`${path}/appeal`, { text: 'Not <me>.' })
  assert.equal(sent.headers.location, `${path}?done=appealed`, sent.body)
  const shown = await browser.get(path)
  assert.match(shown.body, /Not &lt;me&gt;\./)
  assert.doesNotMatch(shown.body, /<textarea/)
  const again = await browser.submit(`${path}/appeal`, { text: 'Again.' })
  assert.equal(again.statusCode, 422)
})

test('nobody sees what was decided about others, and after 20 days nobody appeals', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const id = await decide(server, alice, 'none')
  const browser = new PageClient(server.http)
  await browser.signIn('bob', PASSWORD)
  assert.equal((await browser.get(`${STRIKES}/${id}`)).statusCode, 404)
  await browser.get(STRIKES)
  const posted = await browser.submit(`${STRIKES}/${id}/appeal`, { text: 'No.' })
  assert.equal(posted.statusCode, 404)
  const own = await decide(server, bob, 'none')

  server.clock.now += 20 * DAY
  const late = await browser.get(`${STRIKES}/${own}`)

  assert.match(late.body, /is over/)
  assert.doesNotMatch(late.body, /<textarea/)
  assert.match((await browser.get(STRIKES)).body, /frame-list/, 'who may do all sees all')
})
