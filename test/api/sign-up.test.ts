import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvalidFields } from '../../src/features/accounts/field-errors.ts'
import { approveUser } from '../../src/features/identity/sign-up/activation.ts'
import { changeEmail } from '../../src/features/identity/sign-up/confirmation.ts'
import { TestClient } from '../support/client.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { registerClient } from '../web/oauth-client.ts'
import { linkIn } from '../web/page-client.ts'

const VALID = {
  username: 'Alice',
  email: 'alice@example.org',
  password: 'correct horse battery',
  agreement: true,
  locale: 'en',
}

/** The token of an application, with the scopes of most of them. */
async function appToken(server: TestServer): Promise<TestClient> {
  const client = await registerClient(server, 'read write push')
  const response = await client.token({ grant_type: 'client_credentials', scope: 'read write' })
  return new TestClient(server.http, response.json().access_token)
}

async function openServer(): Promise<TestServer> {
  const server = await startTestServer()
  await server.set('registrations.mode', 'open')
  return server
}

test('S-270 an application signs somebody up and gets their token', async () => {
  await using server = await openServer()
  const application = await appToken(server)

  const response = await application.post('/api/v1/accounts', {
    ...VALID,
    time_zone: 'Europe/Rome',
  })

  assert.equal(response.statusCode, 200, response.body)
  const { access_token, created_at, ...rest } = response.json()
  assert.deepEqual(rest, { token_type: 'Bearer', scope: 'read write push' })
  assert.equal(typeof created_at, 'number')
  const me = await new TestClient(server.http, access_token).get(
    '/api/v1/accounts/verify_credentials',
  )
  assert.equal(me.statusCode, 200, me.body)
  assert.partialDeepStrictEqual(me.json(), {
    username: 'Alice',
    url: 'https://rookery.test/@Alice',
    uri: 'https://rookery.test/users/Alice',
  })
})

test('S-270 where confirmation is demanded the token waits for it', async () => {
  await using server = await openServer()
  await server.set('registrations.confirm_email', true)
  const application = await appToken(server)

  const signedUp = await application.post('/api/v1/accounts', VALID)
  const alice = new TestClient(server.http, signedUp.json().access_token)
  const before = await alice.get('/api/v1/accounts/verify_credentials')
  const unconfirmed = await alice.get('/api/v1/emails/check_confirmation')
  await server.settle()
  const [mail] = server.mails
  const confirmed = await server.anonymous.get(linkIn(mail!.text))

  assert.equal(before.statusCode, 403, before.body)
  assert.equal(unconfirmed.body, 'false')
  assert.equal(mail?.to, 'alice@example.org')
  assert.equal(confirmed.statusCode, 200, confirmed.body)
  assert.equal((await alice.get('/api/v1/accounts/verify_credentials')).statusCode, 200)
  assert.equal((await alice.get('/api/v1/emails/check_confirmation')).body, 'true')
  assert.equal((await server.anonymous.get('/api/v1/emails/check_confirmation')).statusCode, 401)
})

test('S-276 a pending account takes its name, S-277 and is missing for everybody', async () => {
  await using server = await openServer()
  await server.set('registrations.mode', 'approval')
  const application = await appToken(server)

  const signedUp = await application.post('/api/v1/accounts', { ...VALID, reason: 'I like birds' })
  assert.equal(signedUp.statusCode, 200, signedUp.body)
  const lookup = await server.anonymous.get('/api/v1/accounts/lookup?acct=alice')
  assert.equal(lookup.statusCode, 200, lookup.body)
  const missing = await server.anonymous.get(`/api/v1/accounts/${lookup.json().id}`)
  assert.equal(missing.statusCode, 404, missing.body)

  const user = await server.app.db
    .selectFrom('local_user')
    .select(['id', 'sign_up_reason'])
    .executeTakeFirstOrThrow()
  assert.equal(user.sign_up_reason, 'I like birds')
  const alice = new TestClient(server.http, signedUp.json().access_token)
  assert.equal((await alice.get('/api/v1/accounts/verify_credentials')).statusCode, 403)
  await server.app.transact((tx) => approveUser(tx, user.id))
  await server.settle()

  assert.equal((await alice.get('/api/v1/accounts/verify_credentials')).statusCode, 200)
  const seen = await server.anonymous.get(`/api/v1/accounts/${lookup.json().id}`)
  assert.equal(seen.statusCode, 200, seen.body)
  assert.match(server.mails.at(-1)?.subject ?? '', /^Welcome/)
})

test('S-272 what is wrong is told by parameter and code', async () => {
  await using server = await openServer()
  await server.set('registrations.mode', 'approval')
  await server.signUp('bob')
  const application = await appToken(server)
  const cases: [Record<string, unknown>, string, string][] = [
    [{ username: undefined }, 'username', 'ERR_BLANK'],
    [{ username: 'BOB' }, 'username', 'ERR_TAKEN'],
    [{ username: 'no spaces' }, 'username', 'ERR_INVALID'],
    [{ username: 'a'.repeat(31) }, 'username', 'ERR_TOO_LONG'],
    [{ username: 'admin' }, 'username', 'ERR_RESERVED'],
    [{ email: undefined }, 'email', 'ERR_BLANK'],
    [{ email: 'nowhere' }, 'email', 'ERR_INVALID'],
    [{ email: 'BOB@Example.org' }, 'email', 'ERR_TAKEN'],
    [{ password: '' }, 'password', 'ERR_BLANK'],
    [{ password: 'short' }, 'password', 'ERR_TOO_SHORT'],
    [{ password: 'a'.repeat(257) }, 'password', 'ERR_TOO_LONG'],
    [{ agreement: undefined }, 'agreement', 'ERR_ACCEPTED'],
    [{ agreement: false }, 'agreement', 'ERR_ACCEPTED'],
    [{ reason: '' }, 'reason', 'ERR_BLANK'],
    [{ reason: 'a'.repeat(421) }, 'reason', 'ERR_TOO_LONG'],
  ]

  for (const [change, field, code] of cases) {
    const body = { ...VALID, reason: 'birds', ...change }
    const response = await application.post('/api/v1/accounts', body)

    assert.equal(response.statusCode, 422, `${JSON.stringify(change)}: ${response.body}`)
    const { error, details } = response.json()
    assert.match(error, /^Validation failed: /)
    assert.deepEqual(Object.keys(details), [field])
    assert.equal(details[field][0].error, code)
    assert.match(details[field][0].description, /\w/)
  }
  const several = await application.post('/api/v1/accounts', {})
  assert.equal(several.statusCode, 422)
  assert.deepEqual(Object.keys(several.json().details).sort(), [
    'agreement',
    'email',
    'password',
    'reason',
    'username',
  ])
})

test('S-271 a reason is needed only where the server asks for it', async () => {
  await using server = await openServer()
  const application = await appToken(server)
  await server.set('registrations.mode', 'approval')
  await server.set('registrations.reason_required', false)

  const response = await application.post('/api/v1/accounts', VALID)

  assert.equal(response.statusCode, 200, response.body)
})

test('S-290 of twenty who want a name at once one gets it', async () => {
  await using server = await openServer()
  const application = await appToken(server)
  const wanted = Array.from({ length: 20 }, (_, number) => ({
    ...VALID,
    email: `alice${number}@example.org`,
  }))

  const answers = await Promise.all(
    wanted.map((body) => application.post('/api/v1/accounts', body)),
  )

  const statuses = answers.map((answer) => answer.statusCode).sort()
  assert.deepEqual(statuses, [200, ...Array(19).fill(422)])
})

test('S-290 of twenty who want an address at once one gets it', async () => {
  await using server = await openServer()
  const application = await appToken(server)
  const wanted = Array.from({ length: 20 }, (_, number) => ({
    ...VALID,
    username: `alice${number}`,
    email: number % 2 === 0 ? 'Alice@example.org' : VALID.email,
  }))

  const answers = await Promise.all(
    wanted.map((body) => application.post('/api/v1/accounts', body)),
  )

  const statuses = answers.map((answer) => answer.statusCode).sort()
  assert.deepEqual(statuses, [200, ...Array(19).fill(422)])
  const refused = answers.find((answer) => answer.statusCode === 422)!
  assert.deepEqual(refused.json().details, {
    email: [{ error: 'ERR_TAKEN', description: 'has already been taken' }],
  })
})

test('S-290 of ten users who move to an address at once, while somebody signs up, one has it', async () => {
  await using server = await openServer()
  const application = await appToken(server)
  const users: TestUser[] = []
  for (let number = 0; number < 10; number++) users.push(await server.signUp(`user${number}`))
  const move = (user: TestUser) =>
    server.app.transact((tx) =>
      changeEmail(tx, { userId: user.userId, email: VALID.email, confirm: false }),
    )

  const signingUp = application.post('/api/v1/accounts', VALID)
  const moved = await Promise.allSettled(users.map(move))
  const { statusCode } = await signingUp

  const refused = moved.filter((one) => one.status === 'rejected')
  for (const { reason } of refused) {
    assert.ok(reason instanceof InvalidFields, String(reason))
    assert.equal(reason.message, 'Validation failed: E-mail address has already been taken')
  }
  assert.equal(moved.length - refused.length + (statusCode === 200 ? 1 : 0), 1)
  if (statusCode !== 200) assert.equal(statusCode, 422)
})

test('S-273 a user token is no application token, and closed is closed', async () => {
  await using server = await openServer()
  const bob = await server.signUp('bob')
  const application = await appToken(server)

  const byUser = await bob.post('/api/v1/accounts', VALID)
  assert.equal(byUser.statusCode, 403, byUser.body)
  assert.equal((await server.anonymous.post('/api/v1/accounts', VALID)).statusCode, 401)
  await server.set('registrations.mode', 'closed')
  const closed = await application.post('/api/v1/accounts', VALID)

  assert.equal(closed.statusCode, 403, closed.body)
})

test('S-188 a blocked address signs nobody up, a doubtful one asks first', async () => {
  await using server = await openServer()
  const application = await appToken(server)
  const block = (severity: 'sign_up_block' | 'sign_up_requires_approval') =>
    server.app.transact(async (tx) => {
      await tx.db.deleteFrom('ip_block').execute()
      const row = { ip: '127.0.0.0/8', severity, comment: '', expires_at: null }
      await tx.db
        .insertInto('ip_block')
        .values({ id: tx.newId(), created_at: tx.now, ...row })
        .execute()
      tx.emit({ type: 'settings.changed' })
    })

  await block('sign_up_block')
  const blocked = await application.post('/api/v1/accounts', VALID)
  await block('sign_up_requires_approval')
  const doubtful = await application.post('/api/v1/accounts', VALID)

  assert.equal(blocked.statusCode, 403, blocked.body)
  assert.equal(doubtful.statusCode, 200, doubtful.body)
  const alice = new TestClient(server.http, doubtful.json().access_token)
  const me = await alice.get('/api/v1/accounts/verify_credentials')
  assert.equal(me.statusCode, 403, me.body)
})

test('S-286 the mail can be sent again, to a better address', async () => {
  await using server = await openServer()
  await server.set('registrations.confirm_email', true)
  const application = await appToken(server)
  const signedUp = await application.post('/api/v1/accounts', VALID)
  const alice = new TestClient(server.http, signedUp.json().access_token)
  await server.settle()
  const first = linkIn(server.mails.at(-1)!.text)

  const bad = await alice.post('/api/v1/emails/confirmations', { email: 'nowhere' })
  assert.equal(bad.statusCode, 422, bad.body)
  const better = await alice.post('/api/v1/emails/confirmations', { email: 'al@example.net' })
  assert.equal(better.statusCode, 200, better.body)
  assert.deepEqual(better.json(), {})
  await server.settle()

  assert.equal(server.mails.at(-1)?.to, 'al@example.net')
  assert.equal((await server.anonymous.get(first)).statusCode, 422)
  assert.equal((await server.anonymous.get(linkIn(server.mails.at(-1)!.text))).statusCode, 200)
  const done = await alice.post('/api/v1/emails/confirmations')
  assert.equal(done.statusCode, 403, done.body)
})

test('S-286 only the application that made the account may ask for the mail', async () => {
  await using server = await openServer()
  const bob = await server.signUp('bob', { confirmed: false })

  const foreign = await bob.post('/api/v1/emails/confirmations')
  const nobody = await server.anonymous.post('/api/v1/emails/confirmations')

  assert.equal(foreign.statusCode, 403, foreign.body)
  assert.equal(nobody.statusCode, 401, nobody.body)
})

test('S-048 an address signs up five people in half an hour', async () => {
  await using server = await startTestServer({ rateLimits: true })
  await server.set('registrations.mode', 'open')
  const application = await appToken(server)

  for (let number = 1; number <= 5; number++) {
    const response = await application.post('/api/v1/accounts', {
      ...VALID,
      username: `alice${number}`,
      email: `alice${number}@example.org`,
    })
    assert.equal(response.statusCode, 200, response.body)
  }
  const response = await application.post('/api/v1/accounts', VALID)

  assert.equal(response.statusCode, 429, response.body)
})

test('S-271 somebody who waits for approval is told to staff once, after confirming', async () => {
  await using server = await openServer()
  await server.set('registrations.mode', 'approval')
  await server.set('registrations.confirm_email', true)
  const owner = await server.signUp('owner', { role: 'Owner' })
  await server.signUp('bob')
  const application = await appToken(server)
  await application.post('/api/v1/accounts', { ...VALID, reason: 'birds' })
  await server.settle()
  const link = linkIn(server.mails[0]!.text)
  assert.equal(server.mails.length, 1)

  await server.anonymous.get(link)
  await server.anonymous.get(link)
  await server.settle()

  const [, told, ...others] = server.mails
  assert.equal(told?.to, owner.email)
  assert.match(told.text, /@Alice \(alice@example\.org\)[\s\S]*birds/)
  assert.deepEqual(others, [])
})
