import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../support/server.ts'
import { linkIn, PageClient } from './page-client.ts'

const FORM = {
  'user[username]': 'alice',
  'user[email]': 'alice@example.org',
  'user[password]': 'correct horse battery',
  'user[agreement]': '1',
}

test('where registrations are open somebody signs up, is signed in and goes on', async () => {
  await using server = await startTestServer()
  await server.set('registrations.mode', 'open')
  const browser = new PageClient(server.http)

  await browser.get('/auth/sign_up?return_to=/oauth/authorize%3Fx=1')
  const response = await browser.submit('/auth/sign_up', FORM)

  assert.equal(response.statusCode, 302, response.body)
  assert.equal(response.headers.location, '/oauth/authorize?x=1')
  assert.equal((await browser.get('/welcome')).statusCode, 200)
})

test('where an address must be confirmed the account waits for the link', async () => {
  await using server = await startTestServer()
  await server.set('registrations.mode', 'open')
  await server.set('registrations.confirm_email', true)
  const browser = new PageClient(server.http)
  await browser.get('/auth/sign_up')
  const response = await browser.submit('/auth/sign_up', FORM)

  assert.equal(response.headers.location, '/auth/sign_up/pending?for=confirmation')
  assert.equal((await browser.signIn('alice', FORM['user[password]'])).statusCode, 422)
  await server.settle()
  const link = linkIn(server.mails[0]!.text)
  assert.match(server.mails[0]!.html, /href="https:\/\/rookery\.test\/auth\/confirmation\?/)
  assert.equal((await browser.get(link)).statusCode, 200)
  assert.equal((await browser.get(link)).statusCode, 200)

  assert.equal((await browser.signIn('alice', FORM['user[password]'])).statusCode, 302)
})

test('a confirmation link ends after two days, and a new one can be had', async () => {
  await using server = await startTestServer()
  await server.signUp('alice', { confirmed: false })
  await server.settle()
  const browser = new PageClient(server.http)
  server.clock.now += 2 * 86_400_000 + 1

  const late = await browser.get(linkIn(server.mails[0]!.text))
  assert.equal(late.statusCode, 422, late.body)
  const asked = await browser.submit('/auth/confirmation/new', {
    'user[email]': 'Alice@example.org',
  })
  const unknown = await browser.submit('/auth/confirmation/new', {
    'user[email]': 'nobody@example.org',
  })
  await server.settle()

  assert.equal(asked.statusCode, 200, asked.body)
  assert.equal(unknown.statusCode, 200, unknown.body)
  assert.deepEqual(
    server.mails.map((mail) => mail.to),
    ['alice@example.org', 'alice@example.org'],
  )
  const confirmed = await browser.get(linkIn(server.mails[1]!.text))
  assert.equal(confirmed.statusCode, 200, confirmed.body)
})

test('S-271 where each request is looked at a reason is asked for', async () => {
  await using server = await startTestServer()
  await server.set('registrations.mode', 'approval')
  const browser = new PageClient(server.http)

  const page = await browser.get('/auth/sign_up')
  assert.match(page.body, /Why do you want to join\?/)
  const missing = await browser.submit('/auth/sign_up', FORM)
  assert.equal(missing.statusCode, 422, missing.body)
  assert.match(missing.body, /Reason can&#39;t be blank/)
  const asked = await browser.submit('/auth/sign_up', { ...FORM, 'user[reason]': 'birds' })

  assert.equal(asked.headers.location, '/auth/sign_up/pending?for=approval')
})

test('closed registrations say so, in the words of the operator', async () => {
  await using server = await startTestServer()
  await server.set('registrations.message', '<p>Back in <b>spring</b><script>x</script></p>')
  const browser = new PageClient(server.http)

  const page = await browser.get('/auth/sign_up')
  await browser.get('/auth/sign_in')
  const response = await browser.submit('/auth/sign_up', FORM)

  assert.equal(page.statusCode, 200, page.body)
  assert.match(page.body, /Back in <b>spring<\/b>/)
  assert.doesNotMatch(page.body, /<script/)
  assert.equal(response.statusCode, 403, response.body)
})

test('what is wrong is told at the top and at its field, and what was typed stays', async () => {
  await using server = await startTestServer()
  await server.set('registrations.mode', 'open')
  await server.signUp('alice')
  const browser = new PageClient(server.http)
  await browser.get('/auth/sign_up')

  const response = await browser.submit('/auth/sign_up', { 'user[username]': 'ALICE' })

  assert.equal(response.statusCode, 422, response.body)
  assert.match(response.body, /<a href="#user_username">Username has already been taken<\/a>/)
  assert.match(response.body, /id="user_username"[^>]*aria-invalid="true"[^>]*value="ALICE"/)
  assert.match(response.body, /<a href="#user_agreement">Agreement must be accepted<\/a>/)
})
