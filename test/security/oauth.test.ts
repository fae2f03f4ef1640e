import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { setDisabled } from '../../src/features/identity/sign-up/activation.ts'
import { setAccount } from '../support/account-state.ts'
import { TestClient } from '../support/client.ts'
import { NORMALISED_ELSEWHERE } from '../support/open-redirects.ts'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { CALLBACK, registerClient } from '../web/oauth-client.ts'
import { PageClient } from '../web/page-client.ts'

const VERIFIER = 'a-verifier-that-is-long-enough-to-be-one-by-the-rules'
const CHALLENGE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
}

test('A50 a code that comes twice is refused and the token it gave is void', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)
  const code = await client.code(alice)

  const first = await client.token({ code })
  const second = await client.token({ code })

  assert.equal(first.statusCode, 200, first.body)
  assert.equal(second.statusCode, 400, second.body)
  const token = new TestClient(server.http, first.json().access_token)
  const refused = await token.get('/api/v1/accounts/verify_credentials')
  assert.equal(refused.statusCode, 401, refused.body)
})

test('A50 of twenty who send a code at once one gets a token, which is void then', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)
  const code = await client.code(alice)

  const answers = await Promise.all(Array.from({ length: 20 }, () => client.token({ code })))

  const given = answers.filter((answer) => answer.statusCode === 200)
  assert.equal(given.length, 1)
  const token = new TestClient(server.http, given[0]?.json().access_token)
  assert.equal((await token.get('/api/v1/accounts/verify_credentials')).statusCode, 401)
})

test('A50 a code is worth nothing to another client or for another address', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const other = 'https://app.example/other'
  const client = await registerClient(server, 'read', [CALLBACK, other])
  const thief = await registerClient(server, 'read')
  const code = await client.code(alice)

  const stolen = await thief.token({ code })
  const elsewhere = await client.token({ code, redirect_uri: other })
  const owner = await client.token({ code })

  for (const response of [stolen, elsewhere]) {
    assert.equal(response.statusCode, 400, response.body)
    assert.equal(response.json().error, 'invalid_grant')
  }
  assert.equal(owner.statusCode, 200, owner.body)
})

test('A50 a verifier does not help a request whose challenge was taken away', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)

  const stripped = await client.token({ code: await client.code(alice), code_verifier: VERIFIER })
  const without = await client.token({ code: await client.code(alice, CHALLENGE) })

  for (const response of [stripped, without]) {
    assert.equal(response.statusCode, 400, response.body)
    assert.equal(response.json().error, 'invalid_grant')
  }
})

test('A50 only the registered address is redirected to, letter by letter', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)
  const browser = new PageClient(server.http)
  await browser.signIn(alice.email, PASSWORD)

  for (const redirect_uri of [
    `${CALLBACK}/`,
    `${CALLBACK}?x=1`,
    `${CALLBACK}#x`,
    `${CALLBACK}/../../evil`,
    'https://app.example/Callback',
    'https://app.example:443/callback',
    'http://app.example/callback',
    'https://user@app.example/callback',
    'https://app.example.evil.example/callback',
    'https://evil.example/callback',
    '//app.example/callback',
    `${CALLBACK}\nhttps://evil.example/`,
    'javascript:alert(1)',
  ]) {
    const shown = await browser.get(client.address({ redirect_uri }))
    const csrf = { 'x-csrf-token': browser.csrfToken }
    const denied = await browser.send('DELETE', client.address({ redirect_uri }), undefined, csrf)

    for (const response of [shown, denied]) {
      assert.ok(response.statusCode >= 400, `${redirect_uri}: ${response.statusCode}`)
      assert.equal(response.headers.location, undefined)
    }
  }
})

test('A50 nobody is sent to an application before they agreed to it', async () => {
  await using server = await startTestServer()
  const client = await registerClient(server, 'read')

  const response = await server.anonymous.get(client.address({ scope: 'write' }))

  assert.equal(response.statusCode, 400, response.body)
  assert.equal(response.headers.location, undefined)
})

test('A50 A64 signing in leads to no other site', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')

  for (const target of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '/\t/evil.example/',
    '/\n//evil.example/',
    'javascript:alert(1)',
    ' //evil.example',
    ...NORMALISED_ELSEWHERE,
  ]) {
    const browser = new PageClient(server.http)
    const page = `/auth/sign_in?${new URLSearchParams({ return_to: target })}`
    const response = await browser.signIn(alice.email, PASSWORD, page)

    assert.equal(response.statusCode, 302, response.body)
    const location = String(response.headers.location)
    assert.equal(new URL(location, 'https://rookery.test').origin, 'https://rookery.test', target)
    let shown = await browser.get(page)
    for (let hop = 0; hop < 3 && shown.statusCode === 302; hop++) {
      const next = new URL(String(shown.headers.location), 'https://rookery.test')
      assert.equal(next.origin, 'https://rookery.test', `${target}, signed in`)
      shown = await browser.get(next.pathname + next.search)
    }
  }
})

test('A50 state and address cannot break out of the reply', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const uri = 'https://app.example/ü?a="><script>'
  const client = await registerClient(server, 'read', uri)
  const browser = new PageClient(server.http)
  await browser.signIn(alice.email, PASSWORD)
  const state = '"><script>alert(1)</script>\r\nSet-Cookie: a=b'

  const consent = await browser.get(client.address({ redirect_uri: uri, state }))
  assert.equal(consent.statusCode, 200, consent.body)
  assert.doesNotMatch(consent.body, /<script/)
  const answer = await browser.submit('/oauth/authorize', { decision: 'allow' })

  assert.equal(answer.statusCode, 302, answer.body)
  const location = String(answer.headers.location)
  assert.match(location, /^[\x21-\x7e]+$/)
  assert.equal(new URL(location).searchParams.get('state'), state)
})

test('A53 forms without their token do nothing', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)
  const victim = new PageClient(server.http)
  await victim.signIn(alice.email, PASSWORD)
  const attacker = new PageClient(server.http)
  await attacker.get('/auth/sign_in')
  const params = Object.fromEntries(new URL(client.address(), 'https://x').searchParams)

  for (const csrf_token of [undefined, '', 'guess', attacker.csrfToken]) {
    const forged = csrf_token === undefined ? {} : { csrf_token }
    for (const [path, fields] of [
      ['/oauth/authorize', { ...params, decision: 'allow' }],
      [
        '/settings/account/email',
        { 'user[email]': 'e@evil.example', 'user[current_password]': PASSWORD },
      ],
      ['/auth/sign_out', {}],
      [`/oauth/authorized_applications/${client.application.id}`, {}],
    ] as const) {
      const response = await victim.post(path, { ...fields, ...forged })
      assert.equal(response.statusCode, 422, `${path}: ${response.body}`)
    }
  }
  const codes = await server.app.db.selectFrom('authorization_code').select('id').execute()
  assert.deepEqual(codes, [])
  assert.equal((await victim.get('/settings/account')).statusCode, 200)
})

test('A53 nobody is signed in to an account of somebody else by a forged form', async () => {
  await using server = await startTestServer()
  await server.signUp('mallory')
  const victim = new PageClient(server.http)
  const attacker = new PageClient(server.http)
  await attacker.get('/auth/sign_in')
  const form = { 'user[email]': 'mallory', 'user[password]': PASSWORD }

  const before = await victim.post('/auth/sign_in', { ...form, csrf_token: attacker.csrfToken })
  await victim.get('/auth/sign_in')
  const after = await victim.post('/auth/sign_in', { ...form, csrf_token: attacker.csrfToken })

  for (const response of [before, after]) assert.equal(response.statusCode, 422, response.body)
  assert.equal(victim.cookies.has('rookery_session'), false)
})

test('A53 a session writes through the API only with its token, a bearer token needs none', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const browser = new PageClient(server.http)
  await browser.signIn(alice.email, PASSWORD)
  await browser.get('/settings/account')
  const write = (csrf: Record<string, string>) =>
    browser.send('POST', '/api/v1/statuses', JSON.stringify({ status: 'hello' }), {
      'content-type': 'application/json',
      ...csrf,
    })

  assert.equal((await write({})).statusCode, 401)
  assert.equal((await write({ 'x-csrf-token': 'guess' })).statusCode, 401)
  assert.equal((await browser.get('/api/v1/accounts/verify_credentials')).statusCode, 200)
  const own = await write({ 'x-csrf-token': browser.csrfToken })
  assert.equal(own.statusCode, 200, own.body)
  const bearer = await write({ authorization: `Bearer ${alice.token}` })
  assert.equal(bearer.statusCode, 200, bearer.body)
})

test('A53 cookies are for this site alone, and pages are shown in no frame', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)
  const browser = new PageClient(server.http)

  const signInPage = await browser.get('/auth/sign_in')
  const signedIn = await browser.signIn(alice.email, PASSWORD)
  const consent = await browser.get(client.address())

  for (const { headers } of [signInPage, signedIn]) {
    const cookie = String(headers['set-cookie'])
    assert.match(cookie, /; HttpOnly; SameSite=Lax; Secure/)
  }
  for (const { headers } of [signInPage, consent]) {
    assert.match(headers['content-security-policy'] as string, /frame-ancestors 'none'/)
    assert.match(headers['content-security-policy'] as string, /default-src 'none'/)
    assert.equal(headers['cache-control'], 'private, no-store')
    // a client waits for the window that it opened
    assert.equal(headers['cross-origin-opener-policy'], undefined)
  }
})

test('A53 a form may lead back to an application with a scheme of its own', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server, 'read', 'com.example.app:/cb')
  const browser = new PageClient(server.http)
  await browser.signIn(alice.email, PASSWORD)

  const consent = await browser.get(client.address({ redirect_uri: 'com.example.app:/cb' }))

  const policy = consent.headers['content-security-policy'] as string
  assert.match(policy, /form-action 'self' https: http: com\.example\.app:;/)
})

test('A46 a revoked token, a disabled login and a suspended account are refused at once', async () => {
  await using server = await startTestServer()
  const disabled = await server.signUp('disabled')
  const suspended = await server.signUp('suspended')
  const browser = new PageClient(server.http)
  await browser.signIn('disabled', PASSWORD)

  await server.app.transact((tx) => setDisabled(tx, disabled.userId, true))
  await setAccount(server, suspended, { suspended_at: 1 })

  for (const user of [disabled, suspended]) {
    const response = await user.get('/api/v1/accounts/verify_credentials')
    assert.equal(response.statusCode, 403, response.body)
  }
  assert.equal((await browser.get('/settings/account')).statusCode, 302)
  assert.equal((await browser.get('/api/v1/accounts/verify_credentials')).statusCode, 403)
})
