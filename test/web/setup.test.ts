import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareDatabase } from '../../src/app/prepare-database.ts'
import { ensureSetupLink } from '../../src/features/identity/sign-up/setup.ts'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'

const OWNER = {
  'user[username]': 'Root',
  'user[email]': 'root@example.org',
  'user[password]': PASSWORD,
}

/** Opens the link of the first start and confirms the address. @returns the form of the account */
async function confirmAddress(browser: PageClient, { pathname, search }: URL) {
  const page = await browser.get(pathname + search)
  assert.equal(page.statusCode, 200, page.body)
  assert.match(page.body, /can never be changed/)
  const address = /name="address" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  return browser.get(`${pathname}${search}&address=${encodeURIComponent(address)}`)
}

test('the link of the first start makes the owner, signs in and works once', async () => {
  await using server = await startTestServer()
  const link = new URL((await ensureSetupLink(server.app)) ?? '')
  assert.equal(await ensureSetupLink(server.app), link.href, 'a restart prints another link')
  const browser = new PageClient(server.http)

  const page = await confirmAddress(browser, link)
  assert.equal(page.statusCode, 200, page.body)
  const made = await browser.submit('/setup', OWNER)
  assert.equal(made.statusCode, 302, made.body)
  const welcome = await browser.get(made.headers.location as string)

  assert.equal(welcome.statusCode, 200, welcome.body)
  assert.match(welcome.body, /@Root@rookery\.test/)
  assert.match(welcome.body, /value="https:\/\/rookery\.test"/)
  const owner = await server.app.db
    .selectFrom('local_user')
    .innerJoin('role', 'role.id', 'local_user.role_id')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .select(['role.name', 'account.activated_at'])
    .executeTakeFirstOrThrow()
  assert.equal(owner.name, 'Owner')
  assert.notEqual(owner.activated_at, null)
  // S-715
  const again = await new PageClient(server.http).get(link.pathname + link.search)
  assert.equal(again.headers.location, '/auth/sign_in')
  assert.equal(await ensureSetupLink(server.app), null)
})

test('without the right link nobody becomes the owner', async () => {
  await using server = await startTestServer()
  await ensureSetupLink(server.app)
  const browser = new PageClient(server.http)

  assert.equal((await browser.get('/setup')).statusCode, 403)
  assert.equal((await browser.get('/setup?token=guess')).statusCode, 403)
  await browser.get('/auth/sign_in')
  const guessed = await browser.submit('/setup', { ...OWNER, token: 'guess' })

  assert.equal(guessed.statusCode, 403, guessed.body)
  const user = await server.app.db.selectFrom('local_user').select('id').executeTakeFirst()
  assert.equal(user, undefined)
})

test('the first account is not made where another process has given the database another address', async () => {
  await using server = await startTestServer()
  const link = new URL((await ensureSetupLink(server.app)) ?? '')
  const browser = new PageClient(server.http)
  await confirmAddress(browser, link)
  const config = { ...server.app.config, origin: 'https://other.test' }
  await prepareDatabase(
    {
      config,
      db: server.app.db,
      transact: (work) => server.app.transact((tx) => work({ ...tx, config })),
    },
    { serves: true },
  )

  const refused = await browser.submit('/setup', OWNER)

  assert.equal(refused.statusCode, 403, refused.body)
  const user = await server.app.db.selectFrom('local_user').select('id').executeTakeFirst()
  assert.equal(user, undefined)
})

test('of twenty who send the form at once one becomes the owner', async () => {
  await using server = await startTestServer()
  const link = new URL((await ensureSetupLink(server.app)) ?? '')
  const browser = new PageClient(server.http)
  await confirmAddress(browser, link)

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      browser.submit('/setup', {
        ...OWNER,
        'user[username]': `root${number}`,
        'user[email]': `root${number}@example.org`,
      }),
    ),
  )

  const made = answers.filter((answer) => answer.statusCode === 302)
  assert.equal(made.length, 1)
  const users = await server.app.db.selectFrom('local_user').select('id').execute()
  assert.equal(users.length, 1)
})

test('what was typed stays when something is wrong with it', async () => {
  await using server = await startTestServer()
  const link = new URL((await ensureSetupLink(server.app)) ?? '')
  const browser = new PageClient(server.http)
  await confirmAddress(browser, link)

  const response = await browser.submit('/setup', {
    ...OWNER,
    'user[username]': 'not a name',
    'user[password]': 'short',
  })

  assert.equal(response.statusCode, 422, response.body)
  assert.match(response.body, /Username must contain only letters/)
  assert.match(response.body, /Password is too short/)
  assert.match(response.body, /value="not a name"/)
  assert.match(response.body, /value="root@example\.org"/)
  assert.doesNotMatch(response.body, /value="short"/)
  const again = await browser.submit('/setup', OWNER)
  assert.equal(again.statusCode, 302, again.body)
})

test('S-602 nobody becomes the owner before the address of the server is confirmed', async () => {
  await using server = await startTestServer()
  const link = new URL((await ensureSetupLink(server.app)) ?? '')
  const browser = new PageClient(server.http)
  const form = await confirmAddress(browser, link)
  const token = link.searchParams.get('token') ?? ''

  for (const address of ['', 'https://other.test']) {
    const refused = await browser.submit('/setup', {
      ...OWNER,
      token,
      csrf_token: /name="csrf_token" value="([^"]+)"/.exec(form.body)?.[1] ?? '',
      address,
    })
    assert.equal(refused.statusCode, 422, refused.body)
    assert.match(refused.body, /Is this the address\?/)
    assert.match(refused.body, /id="address">https:\/\/rookery\.test</)
  }

  const user = await server.app.db.selectFrom('local_user').select('id').executeTakeFirst()
  assert.equal(user, undefined)
})

for (const [origin, isForTrying] of [
  ['http://localhost:3000', true],
  ['http://social.birds.org', true],
  ['https://birds.local', true],
  ['https://social.birds.org', false],
] as const) {
  test(`S-602 ${origin} is${isForTrying ? '' : ' not'} said to be for trying out only`, async () => {
    await using server = await startTestServer({ origin, handleDomain: 'birds.org' })
    const link = new URL((await ensureSetupLink(server.app)) ?? '')

    const page = await new PageClient(server.http).get(link.pathname + link.search)

    assert.equal(page.statusCode, 200, page.body)
    assert.equal(/for trying out only/.test(page.body), isForTrying)
    assert.ok(page.body.includes(`id="address">${origin}<`))
    assert.match(page.body, /@name@birds\.org/)
    assert.match(page.body, /ORIGIN=/)
  })
}
