import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACCENTS } from '../../src/kernel/base/accents.ts'
import { startTestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'
import { pageAt, visit } from './public-page.ts'

const GREEN = '#2e8b57'

test('S-620 the colour of the server is on all pages, in the manifest and around the window', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const before = await pageAt(server, '/about')
  await server.set('accent_colour', GREEN)

  const page = await pageAt(server, '/about')
  const signIn = await pageAt(server, '/auth/sign_in')
  const styles = await server.anonymous.get('/colours/2e8b57.css?v=1')
  const manifest = (await server.anonymous.get('/site.webmanifest')).json()

  assert.doesNotMatch(before, /data-accent|data-colours/)
  assert.match(before, /name="theme-color" [^>]*content="#f3f2f8"/)
  for (const html of [page, signIn, await pageAt(server, '/search')]) {
    assert.match(html, /<html [^>]*data-accent="server"/)
    assert.match(html, /<link rel="stylesheet" href="\/colours\/2e8b57\.css\?v=1" data-colours>/)
    assert.doesNotMatch(html, /content="#f3f2f8"/)
  }
  assert.equal(styles.statusCode, 200)
  assert.match(styles.headers['content-type'] as string, /^text\/css/)
  assert.match(styles.headers['cache-control'] as string, /immutable/)
  assert.match(styles.body, /^:root\[data-accent\]\{--bg:light-dark\(#/)
  assert.notEqual(manifest.theme_color, ACCENTS.violet)
})

test('S-620, A103: a colour is a colour, and only colours in use have a style sheet', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const put = (accent_colour: string) =>
    owner.put('/api/rookery/v1/admin/settings', { accent_colour })

  for (const wrong of ['green', '#12345', '#1234567', 'url(x)', 'rgb(1,2,3)']) {
    assert.equal((await put(wrong)).statusCode, 422, wrong)
  }
  assert.equal((await put('#2E8B57')).json().accent_colour, GREEN)
  assert.equal((await put('abc')).json().accent_colour, '#aabbcc')
  assert.equal((await put('')).json().accent_colour, '')

  for (const path of ['2e8b57.css', 'aabbcc.css', '../x.css', 'teal.css', '0B7A75.css']) {
    const missing = await visit(server, `/colours/${path}`)
    assert.equal(missing.statusCode, 404, path)
  }
  for (const colour of Object.values(ACCENTS)) {
    const { statusCode } = await server.anonymous.get(`/colours/${colour.slice(1)}.css?v=1`)
    assert.equal(statusCode, 200, colour)
  }
})

test('S-621 the accent that somebody chose is on their pages, not on those that caches share', async () => {
  await using server = await startTestServer()
  await server.set('accent_colour', GREEN)
  const client = new PageClient(server.http)
  client.cookies.set('rookery_accent', 'teal')
  client.cookies.set('rookery_theme', 'dark')

  const signIn = await client.get('/auth/sign_in')
  const search = await client.get('/search')
  const shared = await client.get('/about')
  client.cookies.set('rookery_accent', '"><script>')
  const odd = await client.get('/auth/sign_in')

  for (const { body } of [signIn, search]) {
    assert.match(body, /<html [^>]*data-theme="dark" data-accent="teal"/)
    assert.match(body, /href="\/colours\/0b7a75\.css/)
  }
  assert.match(shared.body, /<html [^>]*data-accent="server"/)
  assert.match(odd.body, /<html [^>]*data-accent="server"/)
})
