import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTwoFactorRequired } from '../../src/features/roles/roles.ts'
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts'
import { CodeApp, recoveryCodesIn, setUpTwoFactor } from '../support/two-factor.ts'
import { PageClient } from './page-client.ts'

async function signedIn(server: TestServer, name = 'alice'): Promise<PageClient> {
  const browser = new PageClient(server.http)
  const response = await browser.signIn(name, PASSWORD)
  assert.equal(response.statusCode, 302, response.body)
  return browser
}

/** Subjects of the mails since this was asked last; those of one moment come in any order. */
async function newMails(server: TestServer): Promise<string> {
  await server.settle()
  return server.mails
    .splice(0)
    .map(({ subject }) => subject)
    .join('\n')
}

test('a code of the app turns two-factor on, and signing in asks for one from then on', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const browser = await signedIn(server)

  const setup = await browser.get('/settings/two_factor/setup')
  assert.match(setup.body, /<svg[^>]+viewBox/)
  assert.match(setup.body, /href="otpauth:\/\/totp\/[^"]+alice[^"]+"/)
  const app = new CodeApp(server, setup.body)
  const send = (code: string) =>
    browser.submit('/settings/two_factor/setup', { 'user[otp_attempt]': code })
  assert.equal((await send(app.wrongCode())).statusCode, 422)
  const on = await send(app.code())
  assert.equal(on.statusCode, 200, on.body)
  const codes = recoveryCodesIn(on.body)
  assert.equal(new Set(codes).size, 10)
  assert.match(await newMails(server), /Two-factor authentication is on/)
  const row = await server.app.db
    .selectFrom('local_user')
    .select(['otp_secret', 'otp_enabled_at'])
    .executeTakeFirstOrThrow()
  assert.doesNotMatch(row.otp_secret ?? '', /^[A-Z2-7]+$/, 'the secret is stored as it is')
  const kept = await server.app.db.selectFrom('recovery_code').select('code_hash').execute()
  assert.equal(kept.length, 10)
  assert.ok(!kept.some(({ code_hash }) => codes.includes(code_hash)))

  // nobody is shown the secret again
  assert.equal((await browser.get('/settings/two_factor/setup')).statusCode, 302)
  assert.match((await browser.get('/settings/two_factor')).body, /It is on/)

  server.clock.now += 60_000
  const other = new PageClient(server.http)
  const asked = await other.signIn('alice', PASSWORD, '/auth/sign_in?return_to=%2Fwelcome')
  assert.equal(asked.statusCode, 200, asked.body)
  assert.match(asked.body, /autocomplete="one-time-code"/)
  assert.equal(other.cookies.has('rookery_session'), false)
  const wrong = await other.submit('/auth/sign_in', { 'user[otp_attempt]': app.wrongCode() })
  assert.equal(wrong.statusCode, 422, wrong.body)
  const right = await other.submit('/auth/sign_in', { 'user[otp_attempt]': app.code() })
  assert.equal(right.statusCode, 302, right.body)
  assert.equal(right.headers.location, '/welcome')
  assert.equal((await other.get('/settings')).statusCode, 200)
})

test('recovery codes work once each, and new ones make the old ones void', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const browser = await signedIn(server)
  const { recoveryCodes } = await setUpTwoFactor(server, browser)
  const tryCode = async (code: string) => {
    const other = new PageClient(server.http)
    await other.signIn('alice', PASSWORD)
    return (await other.submit('/auth/sign_in', { 'user[otp_attempt]': code })).statusCode
  }
  const [first = '', second = '', third = ''] = recoveryCodes

  assert.equal(await tryCode(first.toUpperCase().replaceAll('-', ' ')), 302)
  assert.match(await newMails(server), /recovery code was used/)
  assert.equal(await tryCode(first), 422)
  assert.match((await browser.get('/settings/two_factor')).body, /9 recovery codes/)
  const renewed = await browser.submit('/settings/two_factor/recovery_codes', {})
  assert.equal(renewed.statusCode, 200, renewed.body)
  assert.match(await newMails(server), /New recovery codes/)

  assert.equal(await tryCode(second), 422)
  assert.equal(await tryCode(recoveryCodesIn(renewed.body)[0] ?? ''), 302)

  await browser.get('/settings/two_factor')
  const off = (password: string) =>
    browser.submit('/settings/two_factor/disable', { 'user[current_password]': password })
  assert.equal((await off('wrong')).statusCode, 422)
  assert.equal((await off(PASSWORD)).statusCode, 302)
  assert.match(await newMails(server), /Two-factor authentication is off/)
  await signedIn(server)
  assert.deepEqual(await server.app.db.selectFrom('recovery_code').selectAll().execute(), [])
  assert.notEqual(third, '')
})

test('S-026 whose role demands a second factor can do nothing but add one', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('alice', { role: 'Owner' })
  const bob = await server.signUp('bob')
  const browser = await signedIn(server)
  const { id } = await server.app.db
    .selectFrom('role')
    .select('id')
    .where('name', '=', 'Owner')
    .executeTakeFirstOrThrow()
  await server.app.transact((tx) => setTwoFactorRequired(tx, id, true))

  const refused = await owner.get('/api/v1/accounts/verify_credentials')
  assert.equal(refused.statusCode, 403, refused.body)
  assert.match(refused.json().error, /second factor/)
  assert.equal((await bob.get('/api/v1/accounts/verify_credentials')).statusCode, 200)
  for (const path of ['/settings', '/settings/account', '/settings/delete']) {
    const response = await browser.get(path)
    assert.equal(response.statusCode, 302, path)
    assert.equal(response.headers.location, '/settings/two_factor', path)
  }
  assert.match((await browser.get('/settings/two_factor')).body, /role on this server demands/)
  await setUpTwoFactor(server, browser)

  assert.equal((await owner.get('/api/v1/accounts/verify_credentials')).statusCode, 200)
  assert.equal((await browser.get('/settings/account')).statusCode, 200)
})
