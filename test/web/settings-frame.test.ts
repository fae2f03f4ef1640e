import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGLISH_WORDS, inWords, type Text, t } from '../../src/kernel/text/messages.ts'
import { settingsList } from '../../src/surfaces/pages/frame/settings-list.ts'
import { GROUPS } from '../../src/surfaces/pages/settings/section.ts'
import { SECTIONS } from '../../src/surfaces/pages/settings/sections.ts'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'

const inEnglish = (texts: readonly Text[]) => texts.map((text) => inWords(text, ENGLISH_WORDS))

test('every section is listed, marked where one is, and for people who are signed in', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const stranger = new PageClient(server.http)
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)

  const listed = settingsList(t).flatMap(({ title: group, pages }) =>
    pages.map(({ href, title }) => [href, group, title]),
  )
  assert.deepEqual(
    SECTIONS.map(({ path, group, title }) => [path, GROUPS[group], title]).map(inEnglish),
    listed.map(inEnglish),
  )
  const index = await browser.get('/settings')
  assert.equal(index.statusCode, 200, index.body)
  assert.doesNotMatch(index.body, /<li><a href="[^"]*" aria-current/)
  for (const { path, title, alsoAt = [] } of SECTIONS) {
    const shown = inWords(title, ENGLISH_WORDS)
    assert.ok(index.body.includes(`<a href="${path}"><strong>${shown}</strong>`), path)
    const page = await browser.get(path)
    assert.equal(page.statusCode, 200, path)
    const list = /<nav class="frame-list"[\s\S]*?<\/nav>/.exec(page.body)?.[0] ?? ''
    const marked = [...list.matchAll(/href="([^"]+)" aria-current="page"/g)]
    assert.deepEqual(
      marked.map(([, href]) => href),
      [path],
    )
    const refused = await stranger.get(path)
    assert.equal(refused.statusCode, 302, path)
    assert.equal(refused.headers.location, '/auth/sign_in')
    for (const address of alsoAt) {
      const led = await browser.get(address)
      assert.equal(led.statusCode, 301, address)
      assert.equal(led.headers.location, path, address)
    }
  }
})

test('addresses that clients know from Mastodon lead somewhere', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)
  const known = [
    '/settings/profile',
    '/settings/preferences',
    '/settings/notifications',
    '/settings/followed_tags',
    '/settings/export',
    '/settings/import',
    '/settings/migration',
    '/settings/delete',
    '/settings/two_factor_authentication_methods',
    '/filters',
    '/auth/edit',
    '/disputes/strikes',
    '/oauth/authorized_applications',
    '/.well-known/change-password',
  ]

  for (const address of known) {
    let response = await browser.get(address)
    for (let hop = 0; [301, 302].includes(response.statusCode) && hop < 3; hop++) {
      response = await browser.get(String(response.headers.location))
    }
    assert.equal(response.statusCode, 200, address)
  }
})

test('A53 no form of the settings is taken without what its page carries', async () => {
  await using server = await startTestServer()
  await server.signUp('alice')
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)
  const forms = [
    '/settings/profile',
    '/settings/profile/avatar',
    '/settings/profile/avatar/use',
    '/settings/profile/avatar/remove',
    '/settings/profile/header',
    '/settings/profile/header/use',
    '/settings/profile/header/remove',
    '/settings/preferences',
    '/settings/privacy',
    '/settings/privacy/followers/1/remove',
    '/settings/privacy/muted/1/remove',
    '/settings/privacy/blocked/1/remove',
    '/settings/privacy/blocked_domains',
    '/settings/privacy/blocked_domains/remove',
    '/settings/notifications',
    '/settings/notifications/digest',
    '/settings/notifications/push/1/remove',
    '/filters/new',
    '/filters/1/edit',
    '/filters/1/delete',
    '/settings/followed_tags',
    '/settings/followed_tags/1/unfollow',
    '/settings/featured_tags',
    '/settings/featured_tags/1/remove',
    '/settings/account/password',
    '/settings/account/email',
    '/settings/sessions/1/revoke',
    '/settings/sessions/revoke_others',
    '/settings/sessions/revoke_apps',
    '/settings/two_factor/setup',
    '/settings/two_factor/recovery_codes',
    '/settings/two_factor/disable',
    '/settings/passkeys',
    '/settings/passkeys/options',
    '/settings/passkeys/1/remove',
    '/settings/strikes/1/appeal',
    '/settings/import_export/archives',
    '/settings/import_export/archives/1/delete',
    '/settings/import_export/imports',
    '/settings/import_export/imports/1/confirm',
    '/settings/import_export/imports/1/cancel',
    '/settings/migration',
    '/settings/migration/undo',
    '/settings/migration/aliases',
    '/settings/migration/aliases/remove',
    '/settings/delete',
    '/settings/confirm',
    '/auth/sign_in/passkey',
    '/auth/sign_in/passkey/options',
  ]

  for (const path of forms) {
    const response = await browser.post(path, { 'user[current_password]': PASSWORD })
    assert.equal(response.statusCode, 422, path)
    assert.match(response.body, /form is out of date/, path)
  }
})
