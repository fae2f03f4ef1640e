import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NORMALISED_ELSEWHERE } from '../support/open-redirects.ts'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { PageClient } from '../web/page-client.ts'

const ADD = '/auth/sign_in?add=1'
const LIST = 'rookery_accounts'
const SESSION = 'rookery_session'

async function startWithPeople() {
  const server = await startTestServer()
  const people = {
    alice: await server.signUp('alice'),
    bob: await server.signUp('bob'),
    mallory: await server.signUp('mallory'),
  }
  const open = async (...names: string[]) => {
    const browser = new PageClient(server.http)
    for (const name of names) await browser.signIn(name, PASSWORD, ADD)
    return browser
  }
  return { server, people, open, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const namesIn = async (browser: PageClient): Promise<string[]> => {
  const path = '/api/rookery/v1/browser_accounts'
  const response = await browser.send('GET', path, undefined, { accept: 'application/json' })
  const list = response.json() as { account: { acct: string } }[]
  return list.map(({ account }) => account.acct)
}

test('A53 a planted list of sessions is worth nothing', async () => {
  await using world = await startWithPeople()
  const attacker = await world.open('mallory', 'bob')
  const victim = await world.open('alice')

  victim.cookies.set(LIST, attacker.cookies.get(LIST) ?? '')

  assert.deepEqual(await namesIn(victim), ['alice'])
  await victim.get('/auth/accounts')
  const { id } = world.people.mallory
  assert.equal((await victim.submit('/auth/switch', { account_id: id })).statusCode, 404)
  await victim.get('/settings')
  assert.equal((await victim.submit('/auth/sign_out', {})).headers.location, '/')
  assert.equal(victim.cookies.has(SESSION), false)
})

test('A53 nobody is moved to another account by a forged form', async () => {
  await using world = await startWithPeople()
  const victim = await world.open('alice', 'bob')
  const attacker = await world.open('mallory')
  await attacker.get('/settings')
  const { id: account_id } = world.people.alice

  for (const csrf_token of [undefined, '', 'guess', attacker.csrfToken]) {
    const forged = csrf_token === undefined ? {} : { csrf_token }
    for (const [path, fields] of [
      ['/auth/switch', { account_id }],
      ['/auth/sign_out', { all: '1' }],
    ] as const) {
      const response = await victim.post(path, { ...fields, ...forged } as Record<string, string>)
      assert.equal(response.statusCode, 422, path)
    }
  }
  assert.equal((await victim.get(`/auth/switch?account_id=${account_id}`)).statusCode, 404)
  assert.match((await victim.get('/settings/account')).body, /@bob@/)
})

test('A53 a page that was made for one account does nothing, and reads nothing, as another', async () => {
  await using world = await startWithPeople()
  const browser = await world.open('alice', 'bob')
  await browser.get('/auth/accounts')
  const { csrfToken: old } = browser
  await browser.submit('/auth/switch', { account_id: world.people.alice.id })
  const headers = { accept: 'application/json', 'x-csrf-token': old }

  const write = await browser.send('POST', '/api/v1/statuses', 'status=oops', {
    ...headers,
    'content-type': 'application/x-www-form-urlencoded',
  })
  const form = await browser.post('/auth/sign_out', { csrf_token: old })
  const reads = ['/api/v1/timelines/home', '/api/v1/instance'].map((path) =>
    browser.send('GET', path, undefined, headers),
  )

  assert.equal(write.statusCode, 401)
  assert.equal(form.statusCode, 422)
  for (const { statusCode } of await Promise.all(reads)) assert.equal(statusCode, 401)
  const { app } = world.server
  assert.deepEqual(await app.db.selectFrom('status').select('id').execute(), [])
  // its own token is good for reading, and so is none
  await browser.get('/auth/accounts')
  const own = { ...headers, 'x-csrf-token': browser.csrfToken }
  const home = '/api/v1/timelines/home'
  assert.equal((await browser.send('GET', home, undefined, own)).statusCode, 200)
  assert.equal((await browser.send('GET', home)).statusCode, 200)
})

test('an ended session does not keep visitors from reading', async () => {
  await using world = await startWithPeople()
  const browser = await world.open('alice')
  await world.server.app.transact((tx) => tx.db.deleteFrom('session').execute())
  await browser.get('/auth/sign_in')

  const headers = { accept: 'application/json', 'x-csrf-token': browser.csrfToken }

  const response = await browser.send('GET', '/api/v1/instance', undefined, headers)
  assert.equal(response.statusCode, 200)
})

test('A50 A64 switching leads to this server only', async () => {
  await using world = await startWithPeople()
  const browser = await world.open('alice', 'bob')
  const others = ['https://evil.example/', '//evil.example', '/\\evil.example', 'x']
  for (const return_to of [...others, ...NORMALISED_ELSEWHERE]) {
    await browser.get('/auth/accounts')
    const { id: account_id } = world.people.alice
    const { headers } = await browser.submit('/auth/switch', { account_id, return_to })
    assert.match(String(headers.location), /^\/(home|settings)$/, return_to)
  }
})

test('A51 an account of somebody else answers like one that does not exist', async () => {
  await using world = await startWithPeople()
  const browser = await world.open('alice', 'bob')
  const answers = []
  for (const account_id of [world.people.mallory.id, '999999999999999999', '']) {
    await browser.get('/auth/accounts')
    const { statusCode, body } = await browser.submit('/auth/switch', { account_id })
    answers.push(`${statusCode} ${body}`)
  }

  assert.match(answers[0] ?? '', /^404 /)
  assert.equal(new Set(answers).size, 1)
})

test('A46 sessions that were revoked elsewhere are no way back', async () => {
  await using world = await startWithPeople()
  const browser = await world.open('alice', 'bob')
  const stolen = new Map(browser.cookies)
  await browser.get('/auth/accounts')
  await browser.submit('/auth/sign_out', { all: '1' })

  for (const [name, value] of stolen) browser.cookies.set(name, value)

  assert.equal((await browser.get('/auth/accounts')).headers.location, '/auth/sign_in')
  assert.equal((await browser.get('/settings/account')).statusCode, 302)
})

test('a cookie of nonsense or of many sessions costs nothing', async () => {
  await using world = await startWithPeople()
  const browser = await world.open('alice')
  const own = browser.cookies.get(SESSION) ?? ''
  const many = Array.from({ length: 80 }, (_, at) => `${at}`.padStart(43, 'a'))

  for (const list of ['.', '%00', `${own}.${own}.${own}`, [own, ...many].join('.')]) {
    browser.cookies.set(LIST, list)
    assert.deepEqual(await namesIn(browser), ['alice'], list)
  }
})

test('consent is given by whom the page shows, and another account can be chosen before', async () => {
  await using world = await startWithPeople()
  const browser = await world.open('alice', 'bob')
  const { people, server } = world
  const { client_id } = (
    await server.anonymous.post('/api/v1/apps', {
      client_name: 'Reader',
      redirect_uris: 'urn:ietf:wg:oauth:2.0:oob',
    })
  ).json()
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: 'urn:ietf:wg:oauth:2.0:oob',
  })
  const here = `/oauth/authorize?${query}`
  const asked = await browser.get(here)
  assert.match(asked.body, /@bob@/)
  const { csrfToken: ofBob } = browser
  const choose = /href="(\/auth\/accounts\?return_to=[^"]+)"/.exec(asked.body)?.[1] ?? ''

  await browser.get(choose.replaceAll('&amp;', '&'))
  const { headers } = await browser.submit('/auth/switch', { account_id: people.alice.id })
  const again = await browser.get(String(headers.location))
  const stale = await browser.post('/oauth/authorize', {
    ...Object.fromEntries(query),
    decision: 'allow',
    csrf_token: ofBob,
  })

  assert.match(again.body, /@alice@/)
  assert.equal(stale.statusCode, 422)
  assert.deepEqual(await server.app.db.selectFrom('authorization_code').select('id').execute(), [])
})
