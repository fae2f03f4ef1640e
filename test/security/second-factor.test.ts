import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR } from '../../src/kernel/base/durations.ts'
import { NORMALISED_ELSEWHERE } from '../support/open-redirects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts'
import { setUpTwoFactor } from '../support/two-factor.ts'
import { PageClient } from '../web/page-client.ts'

async function protectedServer(overrides: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(overrides)
  // no code is made in one step of 30 s and given in the next
  server.stopClock()
  await server.signUp('alice')
  await server.signUp('mallory')
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)
  return { server, browser, ...(await setUpTwoFactor(server, browser)) }
}

/** A browser that gave the right password and is asked for the code. */
async function halfway(server: TestServer): Promise<PageClient> {
  const browser = new PageClient(server.http)
  const response = await browser.signIn('alice', PASSWORD)
  assert.equal(response.statusCode, 200, response.body)
  return browser
}

const give = (browser: PageClient, code: string, more: Record<string, string> = {}) =>
  browser.submit('/auth/sign_in', { 'user[otp_attempt]': code, ...more })

test('A49 a code is taken once, also by twenty at the same time, and no earlier one after it', async () => {
  const { server, app } = await protectedServer()
  await using _ = server
  const browsers = await Promise.all(Array.from({ length: 20 }, () => halfway(server)))
  const code = app.code()
  const earlier = app.code(-1)

  const answers = await Promise.all(browsers.map((browser) => give(browser, code)))

  const taken = answers.filter(({ statusCode }) => statusCode === 302)
  assert.equal(taken.length, 1, answers.map(({ statusCode }) => statusCode).join(' '))
  assert.equal((await give(await halfway(server), earlier)).statusCode, 422)
  assert.equal((await give(await halfway(server), app.code(1))).statusCode, 302)
})

test('A49 a code counts for 30 s around its time', async () => {
  const { server, app } = await protectedServer()
  await using _ = server

  assert.equal((await give(await halfway(server), app.code(-2))).statusCode, 422)
  assert.equal((await give(await halfway(server), app.code(2))).statusCode, 422)
  assert.equal((await give(await halfway(server), app.code(-1))).statusCode, 302)
})

test('A49 nobody skips the password: a step belongs to its browser, and ends', async () => {
  const { server, app, recoveryCodes } = await protectedServer()
  await using _ = server
  const victim = await halfway(server)
  const step = /name="sign_in_step" value="([^"]+)"/.exec((await give(victim, 'x')).body)?.[1] ?? ''
  assert.notEqual(step, '')

  const thief = new PageClient(server.http)
  await thief.get('/auth/sign_in')
  const elsewhere = await give(thief, app.code(), { sign_in_step: step })
  assert.equal(elsewhere.statusCode, 422, elsewhere.body)
  assert.match(elsewhere.body, /took too long/)
  const invented = await give(thief, app.code(), { sign_in_step: 'x'.repeat(43) })
  assert.equal(invented.statusCode, 422, invented.body)
  const noPassword = await give(thief, app.code(), {
    'user[email]': 'alice',
    'user[password]': 'no',
  })
  assert.equal(noPassword.statusCode, 422, noPassword.body)
  assert.match(noPassword.body, /is wrong/)
  // somebody else's codes are not hers
  const mallory = new PageClient(server.http)
  await mallory.signIn('mallory', PASSWORD)
  await mallory.get('/auth/sign_in?force=1')
  assert.equal((await give(mallory, app.code(), { sign_in_step: step })).statusCode, 422)

  server.clock.now += 10 * 60_000
  assert.match((await give(victim, app.code())).body, /took too long/)
  // everything at once, as some clients do
  const atOnce = new PageClient(server.http)
  await atOnce.get('/auth/sign_in')
  const fields = { 'user[email]': 'alice', 'user[password]': PASSWORD }
  assert.equal((await give(atOnce, recoveryCodes[0] ?? '', fields)).statusCode, 302)
})

test('A49 a step ends with the password that it was begun with', async () => {
  const { server, browser, app } = await protectedServer()
  await using _ = server
  const waiting = await halfway(server)
  await browser.get('/settings/account')
  const changed = await browser.submit('/settings/account/password', {
    'user[current_password]': PASSWORD,
    'user[password]': 'an altogether different one',
  })
  assert.equal(changed.statusCode, 302, changed.body)

  assert.match((await give(waiting, app.code())).body, /took too long/)
})

test('A45 an account takes ten codes an hour, from wherever', async () => {
  const { server, app } = await protectedServer({
    rateLimits: true,
    trustedProxies: ['127.0.0.1'],
  })
  await using _ = server
  server.clock.now += HOUR // the set-up has spent one
  const browser = await halfway(server)

  for (let number = 1; number <= 10; number++) {
    assert.equal((await give(browser, app.wrongCode())).statusCode, 422, `code ${number}`)
  }

  assert.equal((await give(browser, app.code())).statusCode, 429)
})

test('security settings ask for the password again a quarter of an hour later', async () => {
  const { server, browser } = await protectedServer()
  await using _ = server
  await browser.get('/settings/two_factor')
  server.clock.now += 16 * 60_000

  const renewed = await browser.submit('/settings/two_factor/recovery_codes', {})
  assert.equal(renewed.statusCode, 302, renewed.body)
  assert.match(String(renewed.headers.location), /^\/settings\/confirm\?/)
  const asked = await browser.get('/settings/passkeys')
  assert.equal(asked.headers.location, '/settings/confirm?return_to=%2Fsettings%2Fpasskeys')
  const options = await browser.send('POST', '/settings/passkeys/options', '{}', {
    accept: 'application/json',
    'content-type': 'application/json',
    'x-csrf-token': browser.csrfToken,
  })
  assert.equal(options.statusCode, 403, options.body)
  await browser.get(String(asked.headers.location))
  const confirm = (password: string, returnTo = '/settings/passkeys') =>
    browser.submit('/settings/confirm', {
      'user[current_password]': password,
      return_to: returnTo,
    })
  assert.equal((await confirm('wrong')).statusCode, 422)
  assert.equal((await browser.get('/settings/passkeys')).statusCode, 302)
  await browser.get('/settings/confirm')
  for (const target of ['https://evil.example/', ...NORMALISED_ELSEWHERE]) {
    await browser.get('/settings/confirm')
    const elsewhere = await confirm(PASSWORD, target)
    assert.equal(elsewhere.headers.location, '/settings', `A50 A64 ${target}`)
  }

  assert.equal((await browser.get('/settings/passkeys')).statusCode, 200)
})
