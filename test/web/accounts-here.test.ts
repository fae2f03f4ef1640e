import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setDisabled } from '../../src/features/identity/sign-up/activation.ts'
import { entityOf } from '../support/entities.ts'
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts'
import { setUpTwoFactor } from '../support/two-factor.ts'
import { PageClient } from './page-client.ts'

const API = '/api/rookery/v1/browser_accounts'
const ADD = '/auth/sign_in?add=1'

/** A browser in which these are signed in, one after the other. */
async function browserOf(server: TestServer, ...names: string[]): Promise<PageClient> {
  const browser = new PageClient(server.http)
  for (const [at, name] of names.entries()) {
    const response = await browser.signIn(name, PASSWORD, at === 0 ? '/auth/sign_in' : ADD)
    assert.equal(response.statusCode, 302, response.body)
  }
  return browser
}

const apiOf = (browser: PageClient) =>
  browser.send('GET', API, undefined, { accept: 'application/json' })

/** Names of who is signed in, the current one with a star. */
async function namesIn(browser: PageClient): Promise<string[]> {
  const list = entityOf(await apiOf(browser), 'BrowserAccount[]')
  return list.map(
    ({ current, account }: { current: boolean; account: { acct: string } }) =>
      `${account.acct}${current ? '*' : ''}`,
  )
}

async function switchTo(browser: PageClient, user: { id: string }, returnTo = '') {
  await browser.get('/auth/accounts')
  return browser.submit('/auth/switch', { account_id: user.id, return_to: returnTo })
}

const sessionsOf = async ({ app }: TestServer) =>
  (await app.db.selectFrom('session').select('id').execute()).length

test('several accounts are signed in in one browser, and one goes on as any of them', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await server.signUp('bob')
  const browser = await browserOf(server, 'alice', 'bob')
  assert.deepEqual(await namesIn(browser), ['alice', 'bob*'])
  const page = await browser.get('/auth/accounts')
  assert.match(page.body, /@alice[\s\S]*Switch[\s\S]*@bob[\s\S]*Go on/)

  const response = await switchTo(browser, alice, '/settings/account')

  assert.deepEqual([response.statusCode, response.headers.location], [302, '/settings/account'])
  assert.deepEqual(await namesIn(browser), ['alice*', 'bob'])
  assert.match((await browser.get('/settings/account')).body, /@alice@rookery/)
  assert.equal(await sessionsOf(server), 2)
})

test('cookies of other accounts are kept from scripts, other sites and plain HTTP', async () => {
  await using server = await startTestServer({ secureCookies: true })
  await server.signUp('alice')
  await server.signUp('bob')
  const browser = await browserOf(server, 'alice')
  await browser.get(ADD)

  const { headers } = await browser.submit('/auth/sign_in', {
    'user[email]': 'bob',
    'user[password]': PASSWORD,
  })

  const cookies = [headers['set-cookie']].flat().map(String)
  const list = cookies.find((cookie) => cookie.startsWith('rookery_accounts=')) ?? ''
  assert.match(list, /; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=\d+$/)
})

test('signing out ends one session and goes on with the next account, then with nobody', async () => {
  await using server = await startTestServer()
  for (const name of ['alice', 'bob', 'carol']) await server.signUp(name)
  const browser = await browserOf(server, 'alice', 'bob', 'carol')
  await browser.get('/settings')

  await browser.submit('/auth/sign_out', {})
  assert.deepEqual(await namesIn(browser), ['alice', 'bob*'])
  assert.equal(await sessionsOf(server), 2)
  await browser.get('/settings')
  await browser.submit('/auth/sign_out', {})
  assert.equal(browser.cookies.has('rookery_accounts'), false)
  await browser.get('/settings')
  const last = await browser.submit('/auth/sign_out', {})

  assert.equal(last.headers.location, '/')
  assert.equal(browser.cookies.has('rookery_session'), false)
  assert.equal(await sessionsOf(server), 0)
})

test('all accounts of a browser are signed out at once, other browsers are not', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  await server.signUp('bob')
  const browser = await browserOf(server, 'alice', 'bob')
  const elsewhere = await browserOf(server, 'alice')
  await browser.get('/auth/accounts')

  const response = await browser.submit('/auth/sign_out', { all: '1' })

  assert.equal(response.headers.location, '/')
  assert.deepEqual([...browser.cookies.keys()], ['rookery_visitor'])
  assert.equal(await sessionsOf(server), 1)
  assert.deepEqual(await namesIn(elsewhere), ['alice*'])
})

test('who signs in twice in a browser has one session there', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  await server.signUp('bob')

  const browser = await browserOf(server, 'alice', 'bob', 'alice')

  assert.deepEqual(await namesIn(browser), ['bob', 'alice*'])
  assert.equal(await sessionsOf(server), 2)
})

test('eight accounts are enough: the ninth is told so', async () => {
  await using server = await startTestServer()
  const names = Array.from({ length: 9 }, (_, at) => `person${at}`)
  for (const name of names) await server.signUp(name)
  const browser = await browserOf(server, ...names.slice(0, 7))
  await browser.get(ADD)
  const { csrfToken: csrf_token } = browser
  await browser.signIn('person7', PASSWORD, ADD)

  const refused = await browser.get(ADD)

  assert.equal(refused.headers.location, '/auth/accounts')
  assert.match((await browser.get('/auth/accounts')).body, /More than 8 accounts/)
  // a form from before signs in all the same, and lets go of the account that came first
  const typed = { add: '1', 'user[email]': 'person8', 'user[password]': PASSWORD }
  assert.equal((await browser.post('/auth/sign_in', { ...typed, csrf_token })).statusCode, 422)
  await browser.get('/settings')
  await browser.submit('/auth/sign_in', typed)
  assert.deepEqual(
    await namesIn(browser),
    names.slice(1).map((name) => (name === 'person8' ? `${name}*` : name)),
  )
  assert.equal(await sessionsOf(server), 8)
})

test('A49 an account with a second factor is added after both steps, beside who is there', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  await server.signUp('bob')
  const { app } = await setUpTwoFactor(server, await browserOf(server, 'bob'))
  const browser = await browserOf(server, 'alice')

  const asked = await browser.signIn('bob', PASSWORD, `${ADD}&return_to=/settings/profile`)
  assert.match(asked.body, /One more step/)
  assert.match(asked.body, /href="\/auth\/sign_in\?add=1/)
  assert.deepEqual(await namesIn(browser), ['alice*'])
  await browser.signIn('bob', PASSWORD, `${ADD}&return_to=/settings/profile`)
  const done = await browser.submit('/auth/sign_in', { 'user[otp_attempt]': app.code() })

  assert.deepEqual([done.statusCode, done.headers.location], [302, '/settings/profile'])
  assert.deepEqual(await namesIn(browser), ['alice', 'bob*'])
})

test('who is signed out here by time or elsewhere is not among them, the others can go on', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const browser = await browserOf(server, 'alice', 'bob')
  await server.app.transact((tx) =>
    tx.db.deleteFrom('session').where('user_id', '=', bob.userId).execute(),
  )

  const moved = await browser.get('/auth/sign_in?return_to=/settings/account')
  const page = await browser.get(String(moved.headers.location))

  assert.match(page.body, /Go on as[\s\S]*@alice/)
  assert.doesNotMatch(page.body, /@bob/)
  const response = await browser.submit('/auth/switch', { account_id: alice.id })
  assert.equal(response.headers.location, '/settings/account')
  assert.deepEqual(await namesIn(browser), ['alice*'])
  assert.equal((await switchTo(browser, bob)).statusCode, 404)
})

test('who is suspended is not offered to programs, and led to why', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const bob = await server.signUp('bob')
  const browser = await browserOf(server, 'bob', 'alice')
  await server.app.transact((tx) => setDisabled(tx, bob.userId, true))
  const again = await browserOf(server, 'alice')
  await again.signIn('bob', PASSWORD, ADD)

  assert.deepEqual(await namesIn(browser), ['alice*'])
  const left = await again.get('/settings/strikes')
  assert.equal(left.statusCode, 200)
  const out = await again.submit('/auth/sign_out', {})
  assert.equal(out.statusCode, 302)
  assert.deepEqual(await namesIn(again), ['alice*'])
})

test('a script is told where to go on', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  await server.signUp('bob')
  const browser = await browserOf(server, 'alice', 'bob')
  await browser.get('/auth/accounts')
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'x-csrf-token': browser.csrfToken,
  }

  const body = JSON.stringify({ account_id: alice.id, return_to: '/settings/profile' })
  const response = await browser.send('POST', '/auth/switch', body, headers)

  assert.equal(response.statusCode, 200, response.body)
  assert.deepEqual(response.json(), { location: '/settings/profile' })
})

test('the list is for sessions: a token and a stranger get none', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  assert.equal((await alice.get(API)).statusCode, 401)
  assert.equal((await server.anonymous.get(API)).statusCode, 401)
})
