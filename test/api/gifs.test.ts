import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Response } from 'light-my-request'
import { MINUTE } from '../../src/kernel/base/durations.ts'
import { assertEntity, entityOf, idsOf } from '../support/entities.ts'
import { type GifSite, startGifSite } from '../support/gif-provider.ts'
import { startTestServer } from '../support/server.ts'

const PATH = '/api/rookery/v1/gifs'

function start(site: GifSite, provider: 'giphy' | 'klipy' = 'klipy', more = {}) {
  return startTestServer({
    gifs: { provider, url: site.url, key: 'secret' },
    egressAllow: ['127.0.0.0/8'],
    ...more,
  })
}

/** An upload that is ready, or a film where there is ffmpeg to make one. */
function uploadedIn(response: Response) {
  assert.ok([200, 202].includes(response.statusCode), response.body)
  assertEntity('MediaAttachment', response.json())
  return response.json()
}

const pathOf = (url: string) => new URL(url).pathname

for (const provider of ['giphy', 'klipy'] as const) {
  test(`S-618 ${provider} is asked by the server, and what is chosen is an upload with its words`, async () => {
    await using site = await startGifSite()
    await using server = await start(site, provider)
    const alice = await server.signUp('alice')

    const found = entityOf(await alice.get(PATH, { q: 'Rook & crow' }), 'Gif[]')

    assert.deepEqual(
      found.map(({ id, description, width, height }: Record<string, unknown>) => [
        id,
        description,
        width,
        height,
      ]),
      [
        ['rook1', 'A rook hops', 32, 24],
        ['rook2', '', 32, 24],
      ],
    )
    const [asked] = site.asked
    assert.match(asked ?? '', /[?&](api_)?key=secret/)
    assert.match(asked ?? '', /[?&]q=rook\+%26\+crow/)
    for (const address of [found[0].preview_url, found[0].static_url]) {
      const preview = await server.anonymous.get(pathOf(address))
      assert.equal(preview.statusCode, 200)
      assert.match(String(preview.headers['content-type']), /^image\//)
      assert.equal(new URL(address).origin, server.app.config.origin)
    }
    const taken = await alice.post(`${PATH}/rook1`)
    const media = uploadedIn(taken)
    assert.equal(media.description, 'A rook hops')
    await server.settle()
    const status = await alice.publish('look', { media_ids: [media.id] })
    assert.deepEqual(idsOf(status.media_attachments), [media.id])
    assert.equal(status.media_attachments[0].description, 'A rook hops')
    assert.equal(uploadedIn(await alice.post(`${PATH}/rook2`)).description, null)
    assert.equal((await alice.post(`${PATH}/none`)).statusCode, 404)
  })
}

test('S-618 what was found is kept for ten minutes, a failure for one', async () => {
  await using site = await startGifSite()
  await using server = await start(site)
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')

  await Promise.all([alice, bob, alice].map((user) => user.get(PATH, { q: 'rook' })))
  await bob.get(PATH, { q: ' ROOK ' })
  assert.equal(site.asked.length, 1)
  server.clock.now += 11 * MINUTE
  site.answer = (_, response) => {
    response.writeHead(500).end()
    return true
  }
  const failed = [await alice.get(PATH, { q: 'rook' }), await alice.get(PATH, { q: 'rook' })]
  assert.deepEqual(
    failed.map(({ statusCode }) => statusCode),
    [503, 503],
  )
  assert.doesNotMatch(failed[0]!.body, /secret|127\.0\.0\.1/)
  assert.equal(site.asked.length, 2)
  site.answer = () => false
  server.clock.now += 2 * MINUTE

  assert.equal((await alice.get(PATH, { q: 'rook' })).json().length, 2)
})

test('S-618 without a provider nothing is offered; bounds, scopes and limits are held', async () => {
  await using site = await startGifSite()
  await using plain = await startTestServer()
  const someone = await plain.signUp('someone')
  const configuration = async (server: typeof plain) =>
    (await server.anonymous.get('/api/v2/instance')).json().configuration

  assert.equal('gifs' in (await configuration(plain)), false)
  assert.equal((await someone.get(PATH, { q: 'rook' })).statusCode, 404)
  assert.equal((await someone.post(`${PATH}/rook1`)).statusCode, 404)

  await using server = await start(site, 'giphy', { rateLimits: true })
  const alice = await server.signUp('alice')
  assert.deepEqual((await configuration(server)).gifs, { provider: 'giphy' })
  assert.equal((await server.anonymous.get(PATH, { q: 'rook' })).statusCode, 401)
  assert.equal((await alice.get(PATH)).statusCode, 400)
  assert.equal((await alice.get(PATH, { q: 'x'.repeat(101) })).statusCode, 400)
  for (const id of ['..', 'a%2Fb', 'x'.repeat(65)]) {
    assert.ok([404, 422].includes((await alice.post(`${PATH}/${id}`)).statusCode), id)
  }
  assert.deepEqual(site.asked, [])
  for (let count = 0; count < 60; count++) {
    assert.equal((await alice.get(PATH, { q: `rook ${count}` })).statusCode, 200)
  }
  assert.equal((await alice.get(PATH, { q: 'one more' })).statusCode, 429)
  assert.equal((await alice.get(PATH, { q: 'rook 1' })).statusCode, 200)
})
