import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { picture } from '../support/media-samples.ts'
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'

async function open(server: TestServer) {
  const alice = await server.signUp('alice')
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)
  const own = async () => (await alice.get('/api/v1/accounts/verify_credentials')).json()
  return { alice, browser, own }
}

test('S-289 a profile is edited by the rules of its API, and nothing typed is lost', async () => {
  await using server = await startTestServer()
  const { alice, browser, own } = await open(server)
  const typed = {
    display_name: 'Alice <b>',
    note: 'first\r\nsecond',
    'fields[][name]': 'Site',
    'fields[][value]': 'https://alice.example',
    locked: '1',
    discoverable: '1',
    bot: '1',
    show_media: '1',
    attribution_domains: 'https://News.example/\r\nblog.example, ',
  }

  await browser.get('/profile/edit')
  const saved = await browser.submit('/settings/profile', typed)
  assert.equal(saved.headers.location, '/profile/edit?done=texts', saved.body)
  assert.partialDeepStrictEqual(await own(), {
    display_name: 'Alice <b>',
    locked: true,
    bot: true,
    discoverable: true,
    indexable: false,
    show_media: true,
    show_featured: false,
    source: {
      note: 'first\nsecond',
      fields: [{ name: 'Site', value: 'https://alice.example', verified_at: null }],
      attribution_domains: ['news.example', 'blog.example'],
    },
  })

  await server.app.transact((tx) =>
    tx.db
      .updateTable('account')
      .set({
        fields: JSON.stringify([
          { name: 'Site', value: 'https://alice.example', verified_at: tx.now },
        ]),
      })
      .where('id', '=', alice.id)
      .execute(),
  )
  const wrong = await browser.submit('/settings/profile', {
    ...typed,
    display_name: 'n'.repeat(41),
    note: `kept & <i>${'n'.repeat(500)}`,
    attribution_domains: 'no domain!',
  })
  assert.equal(wrong.statusCode, 422)
  for (const id of ['display_name', 'note', 'attribution_domains']) {
    assert.match(wrong.body, new RegExp(`<a href="#${id}">`), id)
    assert.match(wrong.body, new RegExp(`id="${id}-error"`), id)
  }
  assert.match(wrong.body, new RegExp(`value="${'n'.repeat(41)}"`))
  assert.match(wrong.body, /kept &amp; &lt;i&gt;n{500}<\/textarea>/)
  assert.match(wrong.body, /510 of 500/)
  assert.match(wrong.body, /name="bot" value="1" checked/)
  assert.match(wrong.body, /✓ Verified on/)
  assert.equal((await own()).display_name, 'Alice <b>')
})

test('a picture is uploaded, and the part that is shown is chosen without script', async () => {
  await using server = await startTestServer()
  const { browser, own } = await open(server)
  const before = (await own()).avatar
  await browser.get('/profile/edit')
  for (const [file, reason] of [
    [new Uint8Array([1, 2, 3]), 'unsupported'],
    ['', 'is not chosen yet'],
  ] as const) {
    const refused = await browser.upload('/settings/profile/avatar', { avatar: file })
    assert.equal(refused.statusCode, 422, refused.body)
    assert.match(refused.body, new RegExp(`id="avatar-error">[^<]*${reason}`))
  }

  // from black on the left to red on the right
  const file = await picture(400, 200).png().toBuffer()
  const uploaded = await browser.upload('/settings/profile/avatar', { avatar: file })
  assert.equal(uploaded.statusCode, 302, uploaded.body)
  const address = String(uploaded.headers.location)
  const choice = await browser.get(address)
  assert.equal(choice.statusCode, 200, choice.body)
  assert.equal(choice.body.match(/type="radio" name="focus"/g)?.length, 25)
  const part = { focus: '0.8,0', zoom: '2', description: 'd'.repeat(151) }
  const tooLong = await browser.submit('/settings/profile/avatar/use', part)
  assert.equal(tooLong.statusCode, 422)
  assert.match(tooLong.body, /value="0.8,0" checked/)
  const used = await browser.submit('/settings/profile/avatar/use', { ...part, description: 'red' })
  assert.equal(used.headers.location, '/profile/edit?done=picture', used.body)

  const now = await own()
  assert.equal(now.avatar_description, 'red')
  const stored = await server.anonymous.get(new URL(now.avatar).pathname)
  const { dominant } = await sharp(stored.rawPayload).stats()
  assert.ok(dominant.r > 170, `it is ${dominant.r}`)

  await browser.get('/profile/edit')
  await browser.submit('/settings/profile/avatar/remove', {})
  const removed = await own()
  assert.deepEqual([removed.avatar, removed.avatar_description], [before, ''])
})

test('what was uploaded belongs to who uploaded it, for an hour', async () => {
  await using server = await startTestServer()
  const { browser } = await open(server)
  await server.signUp('mallory')
  const mallory = new PageClient(server.http)
  await mallory.signIn('mallory', PASSWORD)
  await browser.get('/profile/edit')
  const file = await picture(30, 10).png().toBuffer()
  const uploaded = await browser.upload('/settings/profile/header', { header: file })
  const address = String(uploaded.headers.location)
  const query = Object.fromEntries(new URL(address, 'https://rookery.test').searchParams)

  const stolen = await mallory.get(address)
  assert.equal(stolen.headers.location, '/profile/edit')
  await mallory.get('/profile/edit')
  const used = await mallory.submit('/settings/profile/header/use', query)
  assert.equal(used.headers.location, '/profile/edit?done=gone')

  server.clock.now += 61 * 60_000
  await server.settle()
  const late = await browser.get(address)
  assert.equal(late.headers.location, '/profile/edit?done=gone')
  assert.equal((await server.anonymous.get(`/media/${query.picture}`)).statusCode, 404)
})
