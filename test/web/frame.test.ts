import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'

const MISSING = ['/@nobody', '/@alice/999', '/@alice/words', '/tags/%E2%80%A6', '/nonsense']

async function start() {
  const server = await startTestServer()
  await server.signUp('alice', { role: 'Owner' })
  const reader = new PageClient(server.http)
  await reader.signIn('alice@example.org', PASSWORD)
  return { server, visitor: new PageClient(server.http), reader }
}

/** Where the side of a page leads, and which of these ways is marked. */
function sideOf(body: string) {
  const side = /<nav class="side-ways"[\s\S]*?<\/nav>/.exec(body)?.[0] ?? ''
  const ways = [...side.matchAll(/<a class="way" href="([^"]+)"/g)].map(([, href]) => href)
  return { ways, here: /href="([^"]+)"[^>]* aria-current="page"/.exec(side)?.[1] ?? null }
}

const OWN =
  `/home /notifications /explore /search /deck /public/local /public /conversations /bookmarks /favourites /lists
  /followed_tags /@alice /preferences`.split(/\s+/)
const VISITORS = '/ /explore /public/local /public /search /directory'.split(' ')

test('S-605 pages of the server have the ways of the client, and say where one is', async () => {
  const { server, visitor, reader } = await start()
  await using _ = server

  for (const [path, here] of [
    ['/settings', null],
    ['/settings/account', null],
    ['/preferences', '/preferences'],
    ['/followed_tags', '/followed_tags'],
    ['/about', null],
    ['/developers', null],
    ['/@alice', '/@alice'],
    ['/admin', null],
    ['/nonsense', null],
  ] as const) {
    assert.deepEqual(sideOf((await reader.get(path)).body), { ways: OWN, here }, path)
  }
  for (const [path, here] of [
    ['/', '/'],
    ['/about', null],
    ['/public/local', '/public/local'],
    ['/nonsense', null],
  ] as const) {
    const { body } = await visitor.get(path)
    assert.deepEqual(sideOf(body), { ways: VISITORS, here }, path)
    assert.match(body, /href="\/auth\/sign_in/, path)
  }
  const everywhere = (await reader.get('/settings')).body
  for (const path of ['/drafts', '/mutes', '/filters', '/invites', '/profile/edit', '/admin']) {
    assert.match(everywhere, new RegExp(`<a class="way" href="${path}"`), path)
  }
})

test('S-605 what a server keeps from people is no way for them', async () => {
  const { server, visitor, reader } = await start()
  await using _ = server
  await server.set('timelines.live.local', 'authenticated')
  await server.set('timelines.live.remote', 'disabled')

  const [own, seen] = [await reader.get('/about'), await visitor.get('/about')]

  const without =
    (...paths: string[]) =>
    (path: string) =>
      !paths.includes(path)
  assert.deepEqual(sideOf(own.body).ways, OWN.filter(without('/public')))
  assert.deepEqual(sideOf(seen.body).ways, VISITORS.filter(without('/public', '/public/local')))
})

test('S-605 pages that lead into an account stand alone', async () => {
  const { server, visitor, reader } = await start()
  await using _ = server

  for (const path of ['/auth/sign_in', '/auth/sign_up', '/auth/password/new']) {
    const { body } = await visitor.get(path)
    assert.doesNotMatch(body, /class="(?:side|phone-bar|menu-sheet)/, path)
  }
  const confirm = await reader.get('/auth/accounts')
  assert.doesNotMatch(confirm.body, /class="(?:side|phone-bar|menu-sheet)/)
})

test('S-593 at an address of something missing, each keeps their frame and is told in words', async () => {
  const { server, visitor, reader } = await start()
  await using _ = server

  for (const path of MISSING) {
    const [seen, own] = [await visitor.get(path), await reader.get(path)]

    assert.deepEqual([seen.statusCode, own.statusCode], [404, 404], path)
    for (const { body, headers } of [seen, own]) {
      assert.match(body, /<h1>Nothing here<\/h1>/, path)
      assert.doesNotMatch(body, /Record not found|This address does not exist/, path)
      assert.match(body, /<footer class="site-footer">/, path)
      assert.equal(headers['cache-control'], 'private, no-store', path)
    }
    assert.match(seen.body, /href="\/auth\/sign_in\?return_to=[^"]*">Sign in</, path)
    assert.doesNotMatch(seen.body, /Sign out/, path)
    assert.match(own.body, /href="\/notifications"/, path)
    assert.match(own.body, /<span>Sign out<\/span>/, path)
  }
  assert.equal(visitor.cookies.size, 0)
})

test('the form in the frame of a missing page signs out', async () => {
  const { server, reader } = await start()
  await using _ = server

  await reader.get('/nonsense')
  const left = await reader.submit('/auth/sign_out', {})

  assert.equal(left.statusCode, 302, left.body)
  assert.match((await reader.get('/nonsense')).body, />Sign in</)
})

test('S-594 without script, pages of the client and of the administration have the frame', async () => {
  const { server, visitor, reader } = await start()
  await using _ = server

  for (const path of ['/public/local', '/explore', '/directory']) {
    const { statusCode, body } = await visitor.get(path)
    assert.equal(statusCode, 200, path)
    assert.match(
      body,
      /<noscript>[\s\S]*<aside class="side"[\s\S]*Sign in[\s\S]*<\/noscript>/,
      path,
    )
    assert.match(body, /<noscript>[\s\S]*<h1>This page needs JavaScript<\/h1>/, path)
    assert.match(body, /<noscript>[\s\S]*<footer class="site-footer">/, path)
    assert.match(body, /<noscript><link rel="stylesheet" href="\/assets\/styles\.css/, path)
  }
  for (const path of ['/explore', '/home', '/admin']) {
    const { body } = await reader.get(path)
    assert.match(body, /<noscript>[\s\S]*<aside class="side"[\s\S]*Sign out/, path)
  }
})

test('S-609 pages of the server and the administration look as somebody chose in the client', async () => {
  const { server, reader } = await start()
  await using _ = server
  await reader.get('/preferences')
  const chosen = { theme: 'dark', text_size: 'large', font: 'serif', motion: 'reduced' }
  const fields = Object.entries(chosen).map(([name, value]) => [`web[${name}]`, value])

  const saved = await reader.submit('/settings/preferences', {
    locale: 'en',
    time_zone: 'UTC',
    privacy: 'public',
    quote_policy: 'public',
    expand_media: 'default',
    ...Object.fromEntries(fields),
  })

  assert.equal(saved.statusCode, 302, saved.body)
  assert.equal(saved.headers.location, '/preferences?done=1')
  const look =
    /<html[^>]* data-theme="dark" data-text="large" data-font="serif" data-motion="reduced">/
  for (const path of ['/settings', '/about', '/admin', '/home', '/nonsense']) {
    assert.match((await reader.get(path)).body, look, path)
  }
})

test('S-606 settings have one address, where browsers without script find the form', async () => {
  const { server, reader } = await start()
  await using _ = server

  for (const [path, form, page] of [
    ['/preferences', '/settings/preferences', 'preferences'],
    ['/profile/edit', '/settings/profile', 'edit-profile'],
    ['/notifications/settings', '/settings/notifications', 'notification-settings'],
    ['/followed_tags', '/settings/followed_tags', 'followed-tags'],
  ] as const) {
    const { statusCode, body } = await reader.get(path)
    assert.equal(statusCode, 200, path)
    assert.match(body, new RegExp(`<noscript>[\\s\\S]*<form method="post" action="${form}"`), page)
    const before = await reader.get(form)
    assert.deepEqual([before.statusCode, before.headers.location], [301, path], form)
  }
})
