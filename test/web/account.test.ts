import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClient } from '../support/client.ts'
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts'
import { registerClient } from './oauth-client.ts'
import { linkIn, PageClient } from './page-client.ts'

const NEW_PASSWORD = 'an altogether different one'

async function signedIn(server: TestServer): Promise<PageClient> {
  const browser = new PageClient(server.http)
  const response = await browser.signIn('alice', PASSWORD)
  assert.equal(response.statusCode, 302, response.body)
  await browser.get('/settings/account')
  return browser
}

test('a new password signs out everything but the browser that set it', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const here = await signedIn(server)
  const elsewhere = await signedIn(server)

  const response = await here.submit('/settings/account/password', {
    'user[current_password]': PASSWORD,
    'user[password]': NEW_PASSWORD,
  })

  assert.equal(response.statusCode, 302, response.body)
  assert.equal((await here.get('/settings/account')).statusCode, 200)
  assert.equal((await elsewhere.get('/settings/account')).statusCode, 302)
  assert.equal((await alice.get('/api/v1/accounts/verify_credentials')).statusCode, 401)
  const again = await new PageClient(server.http).signIn('alice', NEW_PASSWORD)
  assert.equal(again.statusCode, 302, again.body)
  await server.settle()
  assert.match(server.mails.at(-1)?.subject ?? '', /password .* was changed/)
})

test('a new password needs the current one and must be one', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const browser = await signedIn(server)
  const change = (current: string, next: string) =>
    browser.submit('/settings/account/password', {
      'user[current_password]': current,
      'user[password]': next,
    })

  const wrong = await change('wrong', NEW_PASSWORD)
  const short = await change(PASSWORD, 'short')

  assert.equal(wrong.statusCode, 422, wrong.body)
  assert.match(wrong.body, /Current password is wrong/)
  assert.equal(short.statusCode, 422, short.body)
  assert.match(short.body, /Password is too short/)
  assert.equal((await alice.get('/api/v1/accounts/verify_credentials')).statusCode, 200)
})

test('a new address counts at once where nothing has to be confirmed', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  await server.signUp('bob')
  const browser = await signedIn(server)
  const change = (email: string, current = PASSWORD) =>
    browser.submit('/settings/account/email', {
      'user[email]': email,
      'user[current_password]': current,
    })

  assert.equal((await change('new@example.org', 'wrong')).statusCode, 422)
  const taken = await change('bob@example.org')
  assert.equal(taken.statusCode, 422, taken.body)
  assert.match(taken.body, /id="user_email"[^>]*value="bob@example\.org"/)
  const changed = await change('new@example.org')

  assert.equal(changed.statusCode, 302, changed.body)
  assert.match((await browser.get('/settings/account')).body, /<strong>new@example\.org<\/strong>/)
  await server.settle()
  assert.equal(server.mails.at(-1)?.to, 'alice@example.org')
})

test('a new address counts once confirmed where that is demanded', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  await server.set('registrations.confirm_email', true)
  const browser = await signedIn(server)
  const change = (email: string) =>
    browser.submit('/settings/account/email', {
      'user[email]': email,
      'user[current_password]': PASSWORD,
    })

  await change('first@example.org')
  await server.settle()
  const first = linkIn(server.mails.at(-1)!.text)
  await change('second@example.org')
  const stale = await browser.get(first)
  await server.settle()
  const second = server.mails.at(-1)!

  assert.equal(stale.statusCode, 422, 'a link sent to one address confirmed another')
  assert.equal(second.to, 'second@example.org')
  const waiting = await browser.get('/settings/account')
  assert.match(waiting.body, /<strong>alice@example\.org<\/strong>/)
  assert.equal((await browser.get(linkIn(second.text))).statusCode, 200)
  assert.match(
    (await browser.get('/settings/account')).body,
    /<strong>second@example\.org<\/strong>/,
  )
})

test('apps are listed and can be revoked, by form and by DELETE', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const tokens: TestClient[] = []
  const ids: string[] = []
  for (let count = 0; count < 2; count++) {
    const client = await registerClient(server)
    tokens.push(new TestClient(server.http, await client.signIn(alice, { scope: 'read write' })))
    ids.push(client.application.id)
  }
  const browser = await signedIn(server)
  const json = { accept: 'application/json' }

  const page = await browser.get('/oauth/authorized_applications')
  assert.equal(page.statusCode, 200, page.body)
  assert.match(page.body, /Tin Can/)
  const list = await browser.get('/oauth/authorized_applications', json)
  assert.equal(list.statusCode, 200, list.body)
  assert.partialDeepStrictEqual(list.json()[0], {
    id: ids[1],
    name: 'Tin Can',
    website: null,
    scopes: ['read', 'write'],
  })

  const byForm = await browser.submit(`/oauth/authorized_applications/${ids[0]}`, {})
  assert.equal(byForm.statusCode, 302, byForm.body)
  const csrf = { ...json, 'x-csrf-token': browser.csrfToken }
  const path = `/oauth/authorized_applications/${ids[1]}`
  const byDelete = await browser.send('DELETE', path, undefined, csrf)
  assert.equal(byDelete.statusCode, 204, byDelete.body)

  for (const token of tokens) {
    const response = await token.get('/api/v1/accounts/verify_credentials')
    assert.equal(response.statusCode, 401, response.body)
  }
  assert.equal((await alice.get('/api/v1/accounts/verify_credentials')).statusCode, 200)
  const left = (await browser.get('/oauth/authorized_applications', json)).json()
  assert.deepEqual(
    left.map((entry: { name: string }) => entry.name),
    ['Test'],
  )
})

test('the list of apps is for people who are signed in', async () => {
  await using server = await startTestServer()
  const { http } = server

  const page = await new PageClient(http).get('/oauth/authorized_applications')
  const json = await new PageClient(http).get('/oauth/authorized_applications', {
    accept: 'application/json',
  })

  assert.equal(page.statusCode, 302, page.body)
  assert.equal(json.statusCode, 401, json.body)
})

test('password managers find the page to change the password', async () => {
  await using server = await startTestServer()

  const response = await server.anonymous.get('/.well-known/change-password')

  assert.equal(response.statusCode, 302)
  assert.equal(response.headers.location, '/auth/edit')
})
