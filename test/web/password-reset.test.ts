import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts'
import { linkIn, PageClient } from './page-client.ts'

const NEW_PASSWORD = 'an altogether different one'

async function requestLink(server: TestServer, browser: PageClient): Promise<string> {
  await browser.get('/auth/password/new')
  await browser.submit('/auth/password/new', { 'user[email]': 'Alice@Example.org' })
  await server.settle()
  return linkIn(server.mails.at(-1)!.text)
}

test('the link of a mail sets a new password once and signs everything out', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const elsewhere = new PageClient(server.http)
  await elsewhere.signIn('alice', PASSWORD)
  const browser = new PageClient(server.http)

  const link = await requestLink(server, browser)
  const page = await browser.get(link)
  assert.equal(page.statusCode, 200, page.body)
  const short = await browser.submit('/auth/password/edit', { 'user[password]': 'short' })
  assert.equal(short.statusCode, 422, short.body)
  const done = await browser.submit('/auth/password/edit', { 'user[password]': NEW_PASSWORD })

  assert.equal(done.statusCode, 200, done.body)
  assert.equal((await elsewhere.get('/settings/account')).statusCode, 302)
  assert.equal((await alice.get('/api/v1/accounts/verify_credentials')).statusCode, 401)
  assert.equal((await browser.get(link)).statusCode, 422)
  assert.equal((await browser.signIn('alice', PASSWORD)).statusCode, 422)
  assert.equal((await browser.signIn('alice', NEW_PASSWORD)).statusCode, 302)
})

test('a link ends after six hours, with a newer one, and with a new address', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const browser = new PageClient(server.http)
  const first = await requestLink(server, browser)
  const second = await requestLink(server, browser)

  assert.equal((await browser.get(first)).statusCode, 422)
  assert.equal((await browser.get(second)).statusCode, 200)
  server.clock.now += 6 * 3_600_000 + 1
  assert.equal((await browser.get(second)).statusCode, 422)

  const third = await requestLink(server, browser)
  await browser.signIn(alice.email, PASSWORD)
  await browser.get('/settings/account')
  await browser.submit('/settings/account/email', {
    'user[email]': 'new@example.org',
    'user[current_password]': PASSWORD,
  })
  assert.equal((await browser.get(third)).statusCode, 422)
})

test('nobody learns from the form whether an address has an account', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const ask = async (email: string) => {
    const browser = new PageClient(server.http)
    await browser.get('/auth/password/new')
    const response = await browser.submit('/auth/password/new', { 'user[email]': email })
    return response.body.replaceAll(email, '').replace(/(csrf_token" value=)"[^"]*"/, '$1')
  }

  const [known, unknown] = [await ask('alice@example.org'), await ask('nobody@example.org')]
  await server.settle()

  assert.equal(known, unknown)
  assert.equal(server.mails.length, 1)
})

test('no job and no row holds a token that was sent', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const browser = new PageClient(server.http)
  await browser.get('/auth/password/new')
  await browser.submit('/auth/password/new', { 'user[email]': 'alice@example.org' })
  const queued = await server.app.db.selectFrom('job').select('payload').execute()

  await server.settle()

  const token = linkIn(server.mails[0]!.text).split('=')[1] ?? ''
  const users = await server.app.db.selectFrom('local_user').selectAll().execute()
  assert.ok(!JSON.stringify([queued, users]).includes(token))
})
