import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityOf } from '../support/entities.ts'
import { until } from '../support/in-time.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { startTranslator, type Translator } from '../support/translator.ts'

const LANGUAGES = '/api/v1/instance/translation_languages'
const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

function start(translator: Translator, backend: 'libretranslate' | 'deepl' = 'libretranslate') {
  const { url } = translator
  return startTestServer({ translation: { backend, url, key: 'secret' } })
}

const translate = (user: TestUser, id: string, body = {}) =>
  user.post(`/api/v1/statuses/${id}/translate`, body)

async function publishAll(server: TestServer, user: TestUser) {
  const { id } = (await user.post('/api/v2/media', { file: GIF, description: 'A dot' })).json()
  await server.settle()
  return user.publish('hello @bob <b> :rook: https://a.example/x #Tag', {
    spoiler_text: 'careful :rook:',
    language: 'en',
    media_ids: [id],
    poll: { options: ['yes', 'no'], expires_in: 600 },
  })
}

test('S-355 all that a status says is translated in one request, and kept', async () => {
  await using translator = await startTranslator()
  await using server = await start(translator)
  const alice = await server.signUp('alice')
  await server.signUp('bob')
  const status = await publishAll(server, alice)

  const made = entityOf(await translate(alice, status.id, { lang: 'de' }), 'Translation')

  const [call, ...more] = translator.calls
  assert.deepEqual(more, [])
  assert.partialDeepStrictEqual(call, {
    path: '/translate',
    body: { source: 'en', target: 'de', format: 'html', api_key: 'secret' },
  })
  assert.equal(call?.body.q.length, 5)
  const before = status.content as string
  const links = before.match(/<a\b.*?<\/a>/g) ?? []
  assert.equal(links.length, 3)
  for (const link of links) assert.ok(made.content.includes(link), link)
  assert.match(made.content, /HELLO .*&lt;B&gt; :rook: /)
  assert.partialDeepStrictEqual(made, {
    spoiler_text: 'CAREFUL :rook:',
    language: 'de',
    detected_source_language: 'en',
    provider: 'LibreTranslate',
    poll: { id: status.poll.id, options: [{ title: 'YES' }, { title: 'NO' }] },
    media_attachments: [{ id: status.media_attachments[0].id, description: 'A DOT' }],
  })

  assert.deepEqual((await translate(alice, status.id, { lang: 'de-AT' })).json(), made)
  assert.equal(translator.calls.length, 1, 'kept')
  await alice.put(`/api/v1/statuses/${status.id}`, { status: 'changed', language: 'en' })
  const edited = entityOf(await translate(alice, status.id, { lang: 'de' }), 'Translation')
  assert.deepEqual([edited.content, edited.spoiler_text, edited.poll], ['<p>CHANGED</p>', '', null])
  await Promise.all([1, 2, 3].map(() => translate(alice, status.id, { lang: 'fr' })))
  assert.equal(translator.calls.length, 3, 'asked at once, asked for once')
})

test('S-355 a request that found nothing kept, and begins once another one has ended, asks nobody', async () => {
  await using translator = await startTranslator()
  const translation = { backend: 'libretranslate', url: translator.url, key: 'secret' } as const
  await using server = await startTestServer({ translation, rateLimits: true }, { wholeHttp: true })
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello', { language: 'en' })
  // requests are counted once nothing was found kept
  const counted = Promise.withResolvers<void>()
  let counts = 0
  const spend = async (_request: unknown, name: string) => {
    if (name === 'on_demand' && ++counts === 1) await counted.promise
  }
  Object.assign(server.http.limiter!, { spend })

  const late = translate(alice, id, { lang: 'de' })
  await until(() => counts === 1)
  const first = await translate(alice, id, { lang: 'de' })
  counted.resolve()

  assert.deepEqual((await late).json(), first.json())
  assert.deepEqual([counts, translator.calls.length], [2, 1])
})

test('S-355 DeepL is spoken too', async () => {
  await using translator = await startTranslator()
  await using server = await start(translator, 'deepl')
  const alice = await server.signUp('alice')
  const status = await publishAll(server, alice)

  const made = entityOf(await translate(alice, status.id, { lang: 'zh-TW' }), 'Translation')

  assert.partialDeepStrictEqual(translator.calls[0], {
    path: '/v2/translate',
    authorization: 'DeepL-Auth-Key secret',
    body: { source_lang: 'EN', target_lang: 'ZH-HANT', tag_handling: 'html' },
  })
  assert.partialDeepStrictEqual(made, { language: 'zh-Hant', provider: 'DeepL.com' })
  const languages = (await server.anonymous.get(LANGUAGES)).json()
  assert.deepEqual(languages.en, ['de', 'en-GB', 'pt', 'zh-Hant'])
  assert.ok(languages.und.includes('en'))
  translator.status = 456
  assert.equal((await translate(alice, status.id, { lang: 'de' })).statusCode, 503)
})

test('S-355 S-009 without a language it is the reader’s own; nobody said the source: it is found', async () => {
  await using translator = await startTranslator()
  await using server = await start(translator)
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hallo', { language: 'de' })

  assert.equal(entityOf(await translate(alice, id), 'Translation').language, 'en')
  await server.app.transact((tx) =>
    tx.db.updateTable('status').set({ language: null }).where('id', '=', id).execute(),
  )
  const found = entityOf(await translate(alice, id, { lang: 'fr' }), 'Translation')
  assert.equal(translator.calls.at(-1)?.body.source, 'auto')
  assert.equal(found.detected_source_language, 'en')
})

test('S-355 what a translator sends is not trusted', async () => {
  await using translator = await startTranslator()
  await using server = await start(translator)
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello', { language: 'en', spoiler_text: 'x' })
  translator.change = () =>
    '<p onclick="x()">a<script>alert(1)</script><a href="javascript:x()">b</a></p>'

  const made = entityOf(await translate(alice, id, { lang: 'de' }), 'Translation')

  assert.deepEqual([made.content, made.spoiler_text], ['<p>ab</p>', 'ab'])
})

test('S-355 what is not for all, the same language and unknown ones are refused', async () => {
  await using translator = await startTranslator()
  await using server = await start(translator)
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const open = await alice.publish('hello', { language: 'en', visibility: 'unlisted' })
  const code = async (id: string, lang: string, by = alice) =>
    (await translate(by, id, { lang })).statusCode

  for (const visibility of ['private', 'direct']) {
    const { id } = await alice.publish('hello', { language: 'en', visibility })
    assert.equal(await code(id, 'de'), 403, visibility)
    assert.equal(await code(id, 'de', bob), 404, visibility)
  }
  for (const lang of ['en', 'en-US', 'xx']) assert.equal(await code(open.id, lang), 403, lang)
  const foreign = await alice.publish('x', { language: 'ja' })
  assert.equal(await code(foreign.id, 'de'), 403)
  assert.equal(await code('7', 'de'), 404)
  assert.deepEqual(translator.calls, [])
  assert.equal(await code(open.id, 'de', bob), 200)

  const path = `/api/v1/statuses/${open.id}/translate`
  assert.equal((await server.anonymous.post(path)).statusCode, 401)
  assert.equal((await (await server.tokenFor(null, 'read')).post(path)).statusCode, 422)
  assert.equal((await (await server.tokenFor(alice, 'write')).post(path)).statusCode, 403)
})

test('S-355 a backend that fails answers 503, keeps nothing, and is asked again', async () => {
  await using translator = await startTranslator()
  await using server = await start(translator)
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello', { language: 'en' })
  const fail = async (status: number) => {
    translator.status = status
    const answer = await translate(alice, id, { lang: 'de' })
    assert.equal(answer.statusCode, 503, answer.body)
    assert.doesNotMatch(answer.body, /127\.0\.0\.1|secret/)
    return answer.json().error
  }

  await fail(500)
  assert.equal((await server.anonymous.get(LANGUAGES)).statusCode, 503)
  translator.status = 200
  assert.equal((await server.anonymous.get(LANGUAGES)).statusCode, 200, 'a failure is not kept')
  // said in the language that was asked for
  assert.match(await fail(429), /Übersetzungsdienst wurde zuletzt zu oft angefragt/)
  assert.match(await fail(403), /Kontingent/)
  translator.status = 200
  translator.change = () => undefined as never
  await fail(200)
  translator.change = (text) => text
  assert.equal((await translate(alice, id, { lang: 'de' })).statusCode, 200)
})

test('S-310 S-302 the languages and that there is a backend are said', async () => {
  await using translator = await startTranslator()
  await using server = await start(translator)
  const enabled = async ({ anonymous }: TestServer) =>
    (await anonymous.get('/api/v2/instance')).json().configuration.translation

  assert.deepEqual((await server.anonymous.get(LANGUAGES)).json(), {
    en: ['de', 'fr', 'zh-Hans'],
    de: ['en'],
    und: ['de', 'en', 'fr', 'zh-Hans'],
  })
  assert.deepEqual(await enabled(server), { enabled: true })

  await using without = await startTestServer()
  const alice = await without.signUp('alice')
  assert.deepEqual((await without.anonymous.get(LANGUAGES)).json(), {})
  assert.deepEqual(await enabled(without), { enabled: false })
  const { id } = await alice.publish('hello')
  assert.equal((await translate(alice, id, { lang: 'de' })).statusCode, 404)
})

test('S-355 a deleted status keeps no translation, and old ones go', async () => {
  await using translator = await startTranslator()
  await using server = await start(translator)
  const alice = await server.signUp('alice')
  const [one, two] = [
    await alice.publish('one', { language: 'en' }),
    await alice.publish('two', { language: 'en' }),
  ]
  for (const { id } of [one, two]) await translate(alice, id, { lang: 'de' })
  const kept = async () =>
    (await server.app.db.selectFrom('translation').select('status_id').execute()).map(
      (row) => row.status_id,
    )

  await alice.delete(`/api/v1/statuses/${one.id}`)
  assert.deepEqual(await kept(), [two.id])
  server.clock.now += 31 * 24 * 3_600_000
  await server.app.transact(async (tx) => tx.enqueue({ kind: 'translation.prune', payload: {} }))
  await server.settle()
  assert.deepEqual(await kept(), [])
})
