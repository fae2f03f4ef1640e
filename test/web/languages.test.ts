import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageName, languages } from '../../src/kernel/text/languages.ts'
import { OFFERED } from '../../src/kernel/text/locales.ts'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'

const HTML = { accept: 'text/html' }
const OURS = {
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/x-www-form-urlencoded',
}

/** The attributes of the html element, and the text of the button to sign in. */
const spoken = (page: string) => ({
  element: /<html lang="([^"]*)" dir="([^"]*)"/.exec(page)?.slice(1),
  button: /<button class="button primary wide">([^<]*)<\/button>/.exec(page)?.[1],
})
const ENGLISH = { element: ['en', 'ltr'], button: 'Sign in' }
const ARABIC = { element: ['ar', 'rtl'], button: 'تسجيل الدخول' }
const JAPANESE = { element: ['ja', 'ltr'], button: 'ログイン' }

test('S-588 a page speaks the first language of Accept-Language that there is', async () => {
  await using server = await startTestServer()
  const shown = async (accept: string) => {
    const headers = { ...HTML, 'accept-language': accept }
    const page = await server.http.inject({ url: '/auth/sign_in', headers })
    assert.equal(page.statusCode, 200)
    return spoken(page.body)
  }

  assert.deepEqual(await shown('en-GB, ar;q=0.9'), ENGLISH)
  assert.deepEqual(await shown('ar-EG, en;q=0.9'), ARABIC)
  assert.deepEqual(await shown('en;q=0.5, ja-JP;q=0.7'), JAPANESE)
  assert.deepEqual(await shown('xx, ja;q=0, ar;q=0.1'), ARABIC)
  assert.deepEqual(await shown('%%;q=z, ,,'), ENGLISH)
})

test('S-588 whoever wants no language that there is reads the server’s own', async () => {
  await using server = await startTestServer()
  await server.set('languages', ['ja', 'en'])
  const page = (headers = {}) =>
    server.http.inject({ url: '/auth/sign_in', headers: { ...HTML, ...headers } })

  assert.deepEqual(spoken((await page()).body), JAPANESE)
  assert.deepEqual(spoken((await page({ 'accept-language': 'xx' })).body), JAPANESE)
  assert.deepEqual(spoken((await page({ 'accept-language': 'en' })).body), ENGLISH)
  const missing = await server.http.inject({ url: '/nothing', headers: HTML })
  assert.equal(missing.statusCode, 404)
  assert.match(missing.body, /<html lang="ja"/)
})

test('S-589 visitors choose a language in the footer, and go back to where they were', async () => {
  await using server = await startTestServer()
  const browser = new PageClient(server.http)
  const page = await browser.get('/about')
  for (const { tag, name } of OFFERED) {
    assert.ok(page.body.includes(`value="${tag}" lang="${tag}"`), tag)
    assert.ok(page.body.includes(`>${name}</button>`), name)
  }
  const choose = (lang: string, headers: Record<string, string>) =>
    browser.send('POST', '/language', `lang=${lang}`, headers)

  const chosen = await choose('ar', { ...OURS, referer: 'https://rookery.test/about?x=1' })
  assert.equal(chosen.statusCode, 302)
  assert.equal(chosen.headers.location, '/about?x=1')
  assert.deepEqual(spoken((await browser.get('/auth/sign_in')).body), ARABIC)
  const other = await choose('nonsense', OURS)
  assert.equal(other.statusCode, 302)
  assert.deepEqual(spoken((await browser.get('/auth/sign_in')).body), ENGLISH)
})

test('A98 no other site changes the language, nor leads away by it', async () => {
  await using server = await startTestServer()
  const browser = new PageClient(server.http)
  const { 'sec-fetch-site': _, ...form } = OURS
  const choose = (headers: Record<string, string>) =>
    browser.send('POST', '/language', 'lang=ar', { ...form, ...headers })

  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    {},
  ]) {
    const refused = await choose(headers as Record<string, string>)
    assert.equal(refused.statusCode, 422, JSON.stringify(headers))
    assert.equal(browser.cookies.has('rookery_language'), false)
  }
  const led = await choose({
    'sec-fetch-site': 'same-origin',
    referer: 'https://evil.example//evil.example/x',
  })
  assert.equal(led.statusCode, 302)
  assert.equal(led.headers.location, '/')
  browser.cookies.set('rookery_language', '"><script>')
  assert.deepEqual(spoken((await browser.get('/auth/sign_in')).body), ENGLISH)
})

test('S-589 the language of an account goes with it, for pages and the client alike', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)
  const page = await browser.get('/preferences')
  assert.equal(page.statusCode, 200)
  const fields = {
    locale: 'ar',
    time_zone: 'UTC',
    privacy: 'public',
    quote_policy: 'public',
    expand_media: 'default',
  }
  const saved = await browser.submit('/settings/preferences', fields)
  assert.equal(saved.statusCode, 302, saved.body)

  const elsewhere = new PageClient(server.http)
  await elsewhere.signIn('alice', PASSWORD)
  const there = await elsewhere.get('/settings', { 'accept-language': 'ja' })
  assert.match(there.body, /<html lang="ar" dir="rtl"/)
  assert.match((await elsewhere.get('/home')).body, /&quot;language&quot;:&quot;ar&quot;/)
  const row = await server.app.db
    .selectFrom('local_user')
    .select('locale')
    .where('id', '=', alice.userId)
    .executeTakeFirstOrThrow()
  assert.equal(row.locale, 'ar')
  const back = await elsewhere.send('POST', '/language', 'lang=ja', {
    ...OURS,
    accept: 'application/json',
  })
  assert.equal(back.statusCode, 204)
  assert.match((await elsewhere.get('/settings')).body, /<html lang="ja" dir="ltr"/)
})

test('S-588 caches keep pages of visitors apart by language', async () => {
  await using server = await startTestServer()
  const page = await server.http.inject({ url: '/about', headers: HTML })

  assert.match(String(page.headers['cache-control']), /public/)
  assert.match(String(page.headers.vary), /Accept-Language/)
  assert.match(String(page.headers.vary), /Cookie/)
  assert.equal(page.headers['content-language'], 'en')
})

test('S-590 text of others does not change the order of a sentence that is read from the right', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const posted = await alice.post('/api/v1/statuses', { status: 'hello' })
  assert.equal(posted.statusCode, 200)
  const headers = { ...HTML, 'accept-language': 'ar' }
  const page = await server.http.inject({ url: `/@alice/${posted.json().id}/embed`, headers })

  assert.equal(page.statusCode, 200)
  assert.match(page.body, /<html lang="ar" dir="rtl">/)
  assert.match(page.body, /<title>منشور من \u2068alice\u2069<\/title>/)
})

test('S-591 mails speak the language of whoever gets them', async () => {
  await using server = await startTestServer()
  for (const [name, locale] of [
    ['alice', 'ar'],
    ['bob', 'ja'],
    ['carol', 'xx'],
  ] as const) {
    const { userId } = await server.signUp(name)
    await server.app.transact((tx) =>
      tx.db.updateTable('local_user').set({ locale }).where('id', '=', userId).execute(),
    )
    const browser = new PageClient(server.http)
    await browser.get('/auth/password/new')
    const sent = await browser.submit('/auth/password/new', {
      'user[email]': `${name}@example.org`,
    })
    assert.equal(sent.statusCode, 200, sent.body)
  }
  await server.settle()

  const subject = (name: string) => server.mails.find(({ to }) => to.startsWith(name))
  assert.match(subject('alice')?.subject ?? '', /^اختر كلمة مرور جديدة/)
  assert.match(subject('alice')?.html ?? '', /<html lang="ar" dir="rtl">/)
  assert.match(subject('alice')?.text ?? '', /https:\/\/rookery\.test[^\s\u2069]*\n/)
  assert.match(subject('bob')?.subject ?? '', /新しいパスワード/)
  assert.match(subject('carol')?.subject ?? '', /^Choose a new password/)
})

test('S-591 whoever signs up in a language that was chosen in the footer gets mails in it', async () => {
  await using server = await startTestServer()
  await server.set('registrations.mode', 'open')
  await server.set('registrations.confirm_email', true)
  const browser = new PageClient(server.http)
  browser.cookies.set('rookery_language', 'ar')
  await browser.get('/auth/sign_up')
  const form = {
    'user[username]': 'alice',
    'user[email]': 'alice@example.org',
    'user[password]': PASSWORD,
    'user[agreement]': '1',
  }
  const made = await browser.submit('/auth/sign_up', form)
  assert.equal(made.headers.location, '/auth/sign_up/pending?for=confirmation', made.body)
  await server.settle()

  assert.match(server.mails[0]?.html ?? '', /<html lang="ar" dir="rtl">/)
})

test('S-592 every language of posts has a name of its own in a list', () => {
  for (const tag of ['en', 'ar', 'ja', 'de']) {
    const names = languages.map(({ code }) => languageName(code, tag))
    const twice = names.filter((name, at) => names.indexOf(name) !== at)

    assert.deepEqual(twice, [], tag)
  }
  assert.equal(languageName('ak', 'en'), 'Akan')
  assert.equal(languageName('tw', 'en'), 'Twi')
})
