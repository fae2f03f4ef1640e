import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { CALLBACK, registerClient } from '../web/oauth-client.ts'
import { PageClient } from '../web/page-client.ts'

test('S-436 somebody who is not signed in gets to the sign-in page and back', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)
  const browser = new PageClient(server.http)

  const first = await browser.get(client.address({ state: 'x&y', scope: 'read' }))
  assert.equal(first.statusCode, 302, first.body)
  const signInPage = first.headers.location as string
  assert.equal(signInPage, '/auth/sign_in')
  const signedIn = await browser.signIn(alice.email, PASSWORD, signInPage)
  assert.equal(signedIn.statusCode, 302, signedIn.body)
  const consent = await browser.get(signedIn.headers.location as string)

  assert.equal(consent.statusCode, 200, consent.body)
  assert.match(consent.body, /Tin Can/)
  assert.match(consent.body, /@alice@rookery\.test/)
  const answer = await browser.submit('/oauth/authorize', { decision: 'allow' })
  assert.equal(answer.statusCode, 302, answer.body)
  const url = new URL(answer.headers.location as string)
  assert.equal(url.origin + url.pathname, CALLBACK)
  assert.equal(url.searchParams.get('state'), 'x&y')
  assert.match(url.searchParams.get('code') ?? '', /^[\w-]{27}$/)
  assert.equal(url.searchParams.get('iss'), 'https://rookery.test/')
})

test('S-436 denying sends the browser back with access_denied, by form and by DELETE', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const client = await registerClient(server)
  const browser = new PageClient(server.http)
  await browser.signIn(alice.email, PASSWORD)
  const address = client.address({ state: 'here' })
  await browser.get(address)

  const byForm = await browser.submit('/oauth/authorize', { decision: 'deny' })
  const byDelete = await browser.send('DELETE', address, undefined, {
    'x-csrf-token': browser.csrfToken,
  })

  for (const response of [byForm, byDelete]) {
    assert.equal(response.statusCode, 302, response.body)
    const { searchParams } = new URL(response.headers.location as string)
    assert.equal(searchParams.get('error'), 'access_denied')
    assert.equal(searchParams.get('state'), 'here')
    assert.equal(searchParams.has('code'), false)
  }
})

test('S-436 an unknown client or a foreign address gets a page and no redirect', async () => {
  await using server = await startTestServer()
  const client = await registerClient(server)
  const browser = new PageClient(server.http)

  const unknown = await browser.get(client.address({ client_id: 'nobody' }))
  const foreign = await browser.get(client.address({ redirect_uri: 'https://evil.example/' }))
  const missing = await browser.get(client.address({ redirect_uri: undefined }))

  assert.equal(unknown.statusCode, 401, unknown.body)
  for (const response of [foreign, missing]) assert.equal(response.statusCode, 400, response.body)
  for (const response of [unknown, foreign, missing]) {
    assert.equal(response.headers.location, undefined)
    assert.match(response.body, /<code>invalid_(client|request)<\/code>/)
    assert.doesNotMatch(response.body, /evil\.example/)
  }
})

test('S-436 an address with percent-encoding is compared and kept letter by letter', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const encoded = 'https://app.example/a%2Fb?next=%7E'
  const client = await registerClient(server, 'read', encoded)

  const url = await client.consent(alice, { redirect_uri: encoded })

  assert.ok(url.href.startsWith(`${encoded}&code=`), url.href)
  const decoded = client.address({ redirect_uri: 'https://app.example/a/b?next=~' })
  const response = await server.anonymous.get(decoded)
  assert.equal(response.statusCode, 400, response.body)
})

test('S-437 without an address of its own the application has its code shown', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const oob = 'urn:ietf:wg:oauth:2.0:oob'
  const client = await registerClient(server, 'read', oob)
  const browser = new PageClient(server.http)

  const url = await client.consent(alice, { redirect_uri: oob }, browser)
  const page = await browser.get(url.pathname + url.search)

  assert.equal(url.pathname, '/oauth/authorize/native')
  assert.equal(page.statusCode, 200, page.body)
  const code = url.searchParams.get('code') ?? ''
  assert.match(page.body, new RegExp(`value="${code}"`))
  const token = await client.token({ code, redirect_uri: oob })
  assert.equal(token.statusCode, 200, token.body)
})

test('S-436 force_login asks for the password of somebody who is signed in', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const client = await registerClient(server)
  const browser = new PageClient(server.http)
  await browser.signIn(alice.email, PASSWORD)

  const forced = await browser.get(client.address({ force_login: 'true', state: 's' }))
  assert.equal(forced.statusCode, 302, forced.body)
  const signedIn = await browser.signIn(bob.email, PASSWORD, forced.headers.location as string)
  const consent = await browser.get(signedIn.headers.location as string)

  assert.equal(consent.statusCode, 200, consent.body)
  assert.match(consent.body, /@bob@rookery\.test/)
  assert.match(consent.body, /name="state" value="s"/)
})

test('S-438 only S256 is a challenge method', async () => {
  await using server = await startTestServer()
  const client = await registerClient(server)
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

  const bad: Record<string, string>[] = [
    { code_challenge: challenge },
    { code_challenge: challenge, code_challenge_method: 'plain' },
    { code_challenge: 'short', code_challenge_method: 'S256' },
    { code_challenge_method: 'S256' },
  ]
  for (const params of bad) {
    const response = await server.anonymous.get(client.address(params))

    assert.equal(response.statusCode, 400, JSON.stringify(params))
    assert.match(response.body, /<code>invalid_request<\/code>/)
  }
})

test('S-439 a scope that the application did not register is refused', async () => {
  await using server = await startTestServer()
  const client = await registerClient(server, 'read:statuses write')

  for (const scope of ['push', 'read', 'nonsense', undefined]) {
    const response = await server.anonymous.get(client.address({ scope }))

    assert.equal(response.statusCode, 400, response.body)
    assert.match(response.body, /<code>invalid_scope<\/code>/)
  }
  const part = await server.anonymous.get(client.address({ scope: 'write:media read:statuses' }))
  assert.equal(part.statusCode, 302, part.body)
})

test('S-436 only the response type code is known', async () => {
  await using server = await startTestServer()
  const client = await registerClient(server)

  const token = await server.anonymous.get(client.address({ response_type: 'token' }))
  const none = await server.anonymous.get(client.address({ response_type: undefined }))

  assert.equal(token.statusCode, 400, token.body)
  assert.match(token.body, /<code>unsupported_response_type<\/code>/)
  assert.equal(none.statusCode, 400, none.body)
})
