import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureSetupLink } from '../../src/oauth/setup.ts'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'

const OWNER = {
  'user[username]': 'Root',
  'user[email]': 'root@example.org',
  'user[password]': PASSWORD,
}

test('the link of the first start makes the owner, signs in and works once', async () => {
  await using server = await startTestServer()
  const link = new URL((await ensureSetupLink(server.app)) ?? '')
  assert.equal(await ensureSetupLink(server.app), link.href, 'a restart prints another link')
  const browser = new PageClient(server.http)

  const page = await browser.get(link.pathname + link.search)
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
  assert.equal((await browser.get(link.pathname + link.search)).statusCode, 404)
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

test('of twenty who send the form at once one becomes the owner', async () => {
  await using server = await startTestServer()
  const link = new URL((await ensureSetupLink(server.app)) ?? '')
  const browser = new PageClient(server.http)
  await browser.get(link.pathname + link.search)

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
  await browser.get(link.pathname + link.search)

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
