import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { buildPages } from '../../scripts/build-pages.js'
import { pages } from '../../scripts/sources.js'
import type { Permission } from '../../src/kernel/http/permissions.ts'
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'
import { PageClient } from './page-client.ts'

/** bytes, compressed: what the first page of the administration loads */
const MOST = 120 * 1024

before(() => buildPages())

async function signedIn(server: TestServer, username: string): Promise<PageClient> {
  const client = new PageClient(server.http)
  await client.signIn(username, PASSWORD)
  return client
}

const metaOf = (page: string, name: string) =>
  new RegExp(`<meta name="${name}" content="([^"]*)">`).exec(page)?.[1] ?? ''

test('A48: staff get the document of the administration at every address below /admin', async () => {
  await using server = await startTestServer()
  await signUpStaff(server, 'mod', ['manageReports', 'viewDashboard'])
  const client = await signedIn(server, 'mod')

  for (const address of ['/admin', '/admin/reports', '/admin/reports/1/notes?a=b']) {
    const page = await client.get(address)

    assert.equal(page.statusCode, 200, address)
    assert.match(page.headers['cache-control'] as string, /no-store/)
    const me = JSON.parse(metaOf(page.body, 'me').replaceAll('&quot;', '"'))
    assert.deepEqual(me.permissions, ['viewDashboard', 'manageReports', 'inviteUsers'])
    assert.equal(me.username, 'mod')
    assert.match(page.body, /<noscript>/)
  }
})

test('A48: everybody else is refused, or sent to sign in and back', async () => {
  await using server = await startTestServer()
  await server.signUp('reader')
  const allowed: Permission[] = ['inviteUsers', 'viewFeeds', 'inviteBypassApproval']
  await signUpStaff(server, 'guest', allowed)
  const visitor = new PageClient(server.http)

  const sentAway = await visitor.get('/admin/accounts/17?tab=notes')

  assert.equal(sentAway.statusCode, 302)
  assert.equal(sentAway.headers.location, '/auth/sign_in')
  const way = visitor.cookies.get('rookery_way_back') ?? ''
  assert.equal(Buffer.from(way, 'base64url').toString(), '/admin/accounts/17?tab=notes')
  for (const username of ['reader', 'guest']) {
    const refused = await (await signedIn(server, username)).get('/admin')
    assert.equal(refused.statusCode, 403, username)
    assert.doesNotMatch(refused.body, /csrf-token/)
  }
})

test('S-026: staff that lack the second factor of their role are led to it', async () => {
  await using server = await startTestServer()
  await server.signUp('owner', { role: 'Owner' })
  const client = await signedIn(server, 'owner')
  await server.app.transact(async (tx) => {
    await tx.db.updateTable('role').set({ require_two_factor: true }).execute()
    tx.emit({ type: 'settings.changed' })
  })

  const page = await client.get('/admin')

  assert.equal(page.statusCode, 302)
  assert.equal(page.headers.location, '/settings/two_factor')
})

test('A53: the token in the document lets the page write, and nothing does without it', async () => {
  await using server = await startTestServer()
  await server.signUp('owner', { role: 'Owner' })
  const client = await signedIn(server, 'owner')
  const page = await client.get('/admin')
  const token = metaOf(page.body, 'csrf-token')
  const write = (headers: Record<string, string>) =>
    client.send('POST', '/api/v1/statuses', '{"status":"by the page"}', {
      'content-type': 'application/json',
      ...headers,
    })

  assert.equal((await write({ 'x-csrf-token': token })).statusCode, 200)
  assert.notEqual((await write({})).statusCode, 200)
  assert.notEqual((await write({ 'x-csrf-token': `${token}x` })).statusCode, 200)
})

test('A40: the document runs only scripts of this server, and styles neither', async () => {
  await using server = await startTestServer()
  await server.signUp('owner', { role: 'Owner' })
  await server.set('title', '"><script>alert(1)</script>')
  const page = await (await signedIn(server, 'owner')).get('/admin')

  const policy = page.headers['content-security-policy'] as string
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /script-src 'self'(;|$)/)
  assert.match(policy, /style-src 'self'(;|$)/)
  assert.doesNotMatch(policy, /unsafe|blob:/)
  const scripts = page.body.match(/<script[^>]*>/g) ?? []
  assert.equal(scripts.length, 1)
  assert.match(scripts[0] ?? '', /^<script type="module" src="\/assets\/web\/admin-[\w-]{8}\.js">$/)
  assert.doesNotMatch(page.body, /style=/)
})

test('built files are compressed, may be kept for ever, and are no way to others (A56)', async () => {
  await using server = await startTestServer()
  await server.signUp('owner', { role: 'Owner' })
  const page = await (await signedIn(server, 'owner')).get('/admin')
  const script = /href="(\/assets\/web\/base-[^"]+\.js)"/.exec(page.body)?.[1] ?? ''
  const get = (path: string, encoding: string) =>
    server.anonymous.send('GET', path, undefined, { 'accept-encoding': encoding })

  const plain = await get(script, 'identity')
  const zipped = await get(script, 'gzip, deflate, br')

  assert.equal(plain.statusCode, 200)
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8')
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(zipped.headers['content-encoding'], 'br')
  assert.equal(zipped.headers.vary, 'accept-encoding')
  assert.ok(zipped.rawPayload.length < plain.rawPayload.length / 2)
  const others = ['manifest.json', 'stamp', '..%2fpackage.json', 'admin-xxxxxxxx.js', '%2e%2e']
  for (const name of others) {
    assert.equal((await get(`/assets/web/${name}`, 'br')).statusCode, 404, name)
  }
})

test('the first page of the administration is small to load', async () => {
  await using server = await startTestServer()
  await server.signUp('owner', { role: 'Owner' })
  const page = await (await signedIn(server, 'owner')).get('/admin')
  const files = [...page.body.matchAll(/"\/assets\/web\/([^"]+)"/g)].map(([, name]) => name ?? '')

  const sizes = await Promise.all(
    files.map(async (name) => gzipSync(await readFile(join(pages, name))).length),
  )

  assert.ok(files.length >= 2)
  const size = sizes.reduce((sum, one) => sum + one, 0)
  assert.ok(size <= MOST, `${size} bytes`)
})
