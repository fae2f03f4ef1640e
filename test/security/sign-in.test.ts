import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApp } from '../../src/app/open.ts'
import { createLocalAccount } from '../../src/features/identity/local-accounts.ts'
import { setPassword } from '../../src/features/identity/password-changes.ts'
import { startSession } from '../../src/features/identity/sessions.ts'
import { setDisabled } from '../../src/features/identity/sign-up/activation.ts'
import { registerApplication } from '../../src/features/oauth/applications.ts'
import { issueToken, revokeTokens } from '../../src/features/oauth/tokens.ts'
import type { AppEvent } from '../../src/kernel/core/events.ts'
import type { Tx } from '../../src/kernel/core/tx.ts'
import { openTestDatabase } from '../support/database.ts'
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts'
import { Attacker } from '../web/attacker.ts'
import { PageClient } from '../web/page-client.ts'

function limitedServer(): Promise<TestServer> {
  return startTestServer({ rateLimits: true, trustedProxies: ['127.0.0.1'] })
}

test('A45 an account takes 25 guesses an hour, from wherever and by name or address', async () => {
  await using server = await limitedServer()
  await server.signUp('alice')
  await server.signUp('bob')
  const attacker = new Attacker(server.http)
  await attacker.get('/auth/sign_in')
  const guess = (login: string, password: string, number: number) => {
    attacker.address = `203.0.113.${number}`
    return attacker.submit('/auth/sign_in', { 'user[email]': login, 'user[password]': password })
  }

  for (let number = 1; number <= 25; number++) {
    const login = number % 2 === 0 ? 'Alice' : 'alice@example.org'
    const response = await guess(login, 'wrong', number)
    assert.equal(response.statusCode, 422, `guess ${number}: ${response.body}`)
  }
  const late = await guess('alice', PASSWORD, 26)
  await attacker.get('/auth/sign_in')
  const other = await guess('bob', PASSWORD, 27)

  assert.equal(late.statusCode, 429, late.body)
  assert.match(late.body, /Too many tries/)
  assert.match(String(late.headers['retry-after']), /^\d+$/)
  assert.equal(other.statusCode, 302, other.body)
})

test('A45 whoever has a session guesses at its password no more often than at the sign-in', async () => {
  await using server = await limitedServer()
  await server.signUp('alice')
  const thief = new Attacker(server.http)
  await thief.get('/auth/sign_in')
  await thief.submit('/auth/sign_in', { 'user[email]': 'alice', 'user[password]': PASSWORD })
  await thief.get('/settings/account')
  const guess = (path: string, password: string, number: number) => {
    thief.address = `203.0.113.${number}`
    return thief.submit(path, {
      'user[current_password]': password,
      'user[password]': 'another password',
      'user[email]': 'thief@example.org',
    })
  }

  for (let number = 2; number <= 25; number++) {
    const path = number % 2 === 0 ? '/settings/account/password' : '/settings/account/email'
    assert.equal((await guess(path, 'wrong', number)).statusCode, 422, `guess ${number}`)
  }

  assert.equal((await guess('/settings/account/password', PASSWORD, 26)).statusCode, 429)
})

test('A45 an address guesses 25 times in five minutes, at whatever accounts', async () => {
  await using server = await limitedServer()
  const attacker = new Attacker(server.http)
  await attacker.get('/auth/sign_in')
  const guess = (login: string) =>
    attacker.submit('/auth/sign_in', { 'user[email]': login, 'user[password]': 'wrong' })

  for (let number = 1; number <= 25; number++) {
    assert.equal((await guess(`user${number}`)).statusCode, 422)
  }

  assert.equal((await guess('user26')).statusCode, 429)
})

test('A45 nobody gets more than five mails about a password in half an hour', async () => {
  await using server = await limitedServer()
  await server.signUp('alice')
  const attacker = new Attacker(server.http)
  await attacker.get('/auth/password/new')
  const ask = (number: number) => {
    attacker.address = `203.0.113.${number}`
    return attacker.submit('/auth/password/new', { 'user[email]': 'Alice@example.org' })
  }

  for (let number = 1; number <= 5; number++) assert.equal((await ask(number)).statusCode, 200)
  const response = await ask(6)
  await server.settle()

  assert.equal(response.statusCode, 429, response.body)
  assert.equal(server.mails.length, 5)
})

test('A45 nobody gets more than five mails of confirmation in half an hour', async () => {
  await using server = await limitedServer()
  await server.signUp('alice', { confirmed: false })
  await server.settle()
  const attacker = new Attacker(server.http)
  await attacker.get('/auth/confirmation/new')
  const ask = () =>
    attacker.submit('/auth/confirmation/new', { 'user[email]': 'alice@example.org' })

  for (let number = 1; number <= 5; number++) assert.equal((await ask()).statusCode, 200)
  const response = await ask()

  assert.equal(response.statusCode, 429, response.body)
})

/** Other ways to write `alice@example.org` that mails find their way by. */
const SPELLINGS = [
  ' Alice@example.org ',
  'alice@exam\u00ADple.org',
  'alice@\uFF45\uFF58\uFF41\uFF4D\uFF50\uFF4C\uFF45.org',
  'ALICE@EX\u00ADAM\u00ADPLE.ORG',
  'alice@example\u3002org',
  'alice@ex\u200Bample.org',
]

for (const [path, what] of [
  ['/auth/password/new', 'about a password'],
  ['/auth/confirmation/new', 'of confirmation'],
] as const) {
  test(`A65 mails ${what} are counted by the address they go to, however it is written`, async () => {
    await using server = await limitedServer()
    await server.signUp('alice', { confirmed: path !== '/auth/confirmation/new' })
    await server.settle()
    const before = server.mails.length
    const attacker = new Attacker(server.http)
    await attacker.get(path)
    for (const [number, email] of [...SPELLINGS, ...SPELLINGS].entries()) {
      attacker.address = `203.0.113.${number + 1}`
      await attacker.submit(path, { 'user[email]': email })
      await server.settle()
    }

    assert.ok(server.mails.length - before <= 5, `${server.mails.length - before} mails`)
  })
}

test('A65 mails of confirmation to one address are counted together, whoever asks for them', async () => {
  await using server = await limitedServer()
  await server.set('registrations.confirm_email', true)
  const statuses: number[] = []
  for (let number = 1; number <= 7; number++) {
    const name = `person${number}`
    await server.signUp(name)
    const browser = new Attacker(server.http)
    browser.address = `203.0.113.${number}`
    await browser.signIn(name, PASSWORD)
    await browser.get('/settings/account')
    const response = await browser.submit('/settings/account/email', {
      'user[email]': SPELLINGS[number % SPELLINGS.length] ?? '',
      'user[current_password]': PASSWORD,
    })
    statuses.push(response.statusCode)
  }

  assert.deepEqual(statuses, [302, 302, 302, 302, 302, 429, 429])
})

test('A45 guessing at an unknown account takes as much work as at a known one', async () => {
  await using server = await startTestServer({ secretCost: 'normal' })
  await server.signUp('alice')
  const browser = new PageClient(server.http)
  await browser.get('/auth/sign_in')
  const time = async (login: string) => {
    const before = process.cpuUsage()
    await browser.submit('/auth/sign_in', { 'user[email]': login, 'user[password]': 'wrong' })
    return process.cpuUsage(before).user / 1000
  }

  // in pairs, as the machine may become slower, and the middle one, as other work adds to either
  const shares: number[] = []
  for (let pair = 0; pair < 5; pair++) {
    const known = await time('alice')
    shares.push((await time('nobody')) / known)
  }
  const [, , middle = 0] = shares.toSorted((a, b) => a - b)

  // hashing takes some 30 ms, everything else about 2
  assert.ok(middle > 1 / 4, `${shares}`)
})

test('A53 a session planted before signing in is worth nothing after it', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const mallory = await server.signUp('mallory')
  const attacker = new PageClient(server.http)
  await attacker.signIn(mallory.email, PASSWORD)
  const planted = attacker.cookies.get('rookery_session') ?? ''
  const victim = new PageClient(server.http)
  victim.cookies.set('rookery_session', planted)

  await victim.get('/auth/sign_in?force=1')
  const signedIn = await victim.submit('/auth/sign_in', {
    'user[email]': alice.email,
    'user[password]': PASSWORD,
  })

  assert.equal(signedIn.statusCode, 302, signedIn.body)
  assert.notEqual(victim.cookies.get('rookery_session'), planted)
  assert.equal((await attacker.get('/settings/account')).statusCode, 302)
})

test('A46 streams are told of each token and account that is void', async () => {
  await using database = await openTestDatabase()
  const told: AppEvent[] = []
  await using server = await startTestServer()
  const hear = (_app: unknown, event: AppEvent) => void told.push(event)
  await using opened = await openApp(server.app.config, {
    database,
    subscribers: [{ announce: { 'token.revoked': hear, 'account.signed_out': hear } }],
  })
  const { app } = opened
  const act = async (work: (tx: Tx) => Promise<unknown>): Promise<AppEvent[]> => {
    told.length = 0
    await app.transact(work)
    return [...told]
  }
  const { userId, accountId, tokenId } = await app.transact(async (tx) => {
    const made = await createLocalAccount(tx, {
      username: 'alice',
      email: 'alice@example.org',
      passwordHash: 'none',
      locale: 'en',
      confirmed: true,
      approved: true,
    })
    const redirectUris = 'urn:ietf:wg:oauth:2.0:oob'
    const input = { name: 'Test', redirectUris, scopes: 'read', website: null }
    const application = await registerApplication(tx, input)
    const grant = { applicationId: application.id, userId: made.userId, scopes: 'read' }
    const token = await issueToken(tx, app.keys, grant)
    await startSession(tx, { userId: made.userId, ip: null, userAgent: null, replaces: null })
    return { ...made, tokenId: token.id }
  })

  const revoked = await act((tx) => revokeTokens(tx, [tokenId]))
  const again = await act((tx) => revokeTokens(tx, [tokenId]))
  const reset = await act((tx) => setPassword(tx, { userId, hash: 'x', exceptSession: null }))
  const disabled = await act((tx) => setDisabled(tx, userId, true))
  const suspended = await act(async (tx) => tx.emit({ type: 'account.suspended', accountId }))

  assert.deepEqual(revoked, [{ type: 'token.revoked', tokenIds: [tokenId] }])
  assert.deepEqual(again, [])
  for (const events of [reset, disabled, suspended]) {
    assert.deepEqual(events, [{ type: 'account.signed_out', accountId }])
  }
})
