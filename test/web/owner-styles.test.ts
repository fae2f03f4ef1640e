import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'
import { pageAt } from './public-page.ts'

const PATH = '/api/rookery/v1/admin/settings'
const TAG = /<link rel="stylesheet" href="\/custom\.css\?v=\d+" media="all" data-own-styles>/

test('S-622 the style sheet of the owner is given out reduced, with a tag, and loaded only where there is one', async () => {
  await using server = await startTestServer()
  const owner = await server.signUp('owner', { role: 'Owner' })
  const without = await pageAt(server, '/about')
  const empty = await server.anonymous.get('/custom.css')

  const saved = await owner.put(PATH, {
    custom_css: { content: 'h1 { color: red; position: fixed }' },
  })
  const sheet = await server.anonymous.get('/custom.css')
  const again = await server.anonymous.send('GET', '/custom.css', undefined, {
    'if-none-match': String(sheet.headers.etag),
  })
  const large = await owner.put(PATH, { custom_css: { content: ' '.repeat(65_537) } })

  assert.doesNotMatch(without, /custom\.css/)
  assert.deepEqual([empty.statusCode, empty.body], [200, ''])
  assert.equal(saved.json().custom_css.content, 'h1 { color: red; position: fixed }')
  assert.equal(sheet.body, 'h1{color:red}')
  assert.match(sheet.headers['content-type'] as string, /^text\/css/)
  assert.equal(again.statusCode, 304)
  assert.equal(large.statusCode, 422)
  assert.match(await pageAt(server, '/about'), TAG)
})

test('A102 pages where people sign in, agree or change settings have no style sheet of the owner', async () => {
  await using server = await startTestServer()
  await server.signUp('owner', { role: 'Owner' })
  await server.set('registrations.mode', 'open')
  await server.set('custom_css', { content: 'h1 { color: red }', updated_at: 5 })
  const app = await server.anonymous.post('/api/v1/apps', {
    client_name: 'Reader',
    redirect_uris: 'urn:ietf:wg:oauth:2.0:oob',
  })
  const consent = `/oauth/authorize?response_type=code&redirect_uri=urn:ietf:wg:oauth:2.0:oob&client_id=${app.json().client_id}`
  const browser = new PageClient(server.http)
  await browser.signIn('owner', PASSWORD)
  const asOwner = async (path: string) => (await browser.get(path)).body

  for (const path of ['/', '/about', '/@owner', '/search']) {
    assert.match(await pageAt(server, path), TAG, path)
  }
  assert.match(await asOwner('/home'), TAG)
  for (const path of ['/auth/sign_in', '/auth/sign_up', '/auth/password/new']) {
    assert.doesNotMatch(await pageAt(server, path), /custom\.css/, path)
  }
  for (const path of [
    consent,
    '/settings/account',
    '/settings/privacy',
    '/admin',
    '/admin/settings',
  ]) {
    const body = await asOwner(path)
    assert.match(body, /<h1|id="app"/)
    assert.doesNotMatch(body, /custom\.css/, path)
  }
  for (const path of ['/preferences', '/profile/edit', '/notifications/settings', '/start']) {
    assert.match(await asOwner(path), /custom\.css\?v=5" media="not all"/, path)
  }
})
