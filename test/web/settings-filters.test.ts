import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, startTestServer } from '../support/server.ts'
import { PageClient } from './page-client.ts'

const row = (id: string, keyword: string, whole: boolean): [string, string][] => [
  ['keywords_attributes[][id]', id],
  ['keywords_attributes[][keyword]', keyword],
  ...(whole ? [['keywords_attributes[][whole_word]', '1'] as [string, string]] : []),
]

test('S-092 S-098 filters are made, edited and deleted without script', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const browser = new PageClient(server.http)
  await browser.signIn('alice', PASSWORD)
  const all = async () => (await alice.get('/api/v2/filters')).json()
  const send = (path: string, fields: [string, string][]) =>
    browser.post(path, [['csrf_token', browser.csrfToken], ...fields])
  const fields: [string, string][] = [
    ['title', 'Sport & games'],
    ['context[]', 'home'],
    ['context[]', 'thread'],
    ['filter_action', 'hide'],
    ['expires_in', '3600'],
    ...row('', 'football', true),
    ...row('', '', true),
    ...row('', 'cup', false),
  ]
  assert.match((await browser.get('/filters')).body, /You have no filters yet/)
  const empty = await browser.get('/filters/new')
  // Enter in a field saves, as it presses the first button of the form
  assert.match(
    empty.body,
    /<form method="post" action="\/filters\/new"(?:(?!<button)[\s\S])*<button[^>]*>Make the filter</,
  )

  const begun = await browser.get('/filters/new?word=%23moss%22')
  assert.match(begun.body, /id="keyword-1"[^>]* value="#moss&quot;"/)

  const more = await send('/filters/new', [...fields, ['more', '1']])
  assert.equal(more.statusCode, 200)
  assert.equal(more.body.match(/\[keyword\]/g)?.length, 5)
  assert.match(more.body, /value="Sport &amp; games"/)
  assert.match(more.body, /<option value="3600" selected>/)
  assert.deepEqual(await all(), [])

  for (const [changed, id] of [
    [{ title: '' }, 'title'],
    [{ 'context[]': '' }, 'context-home'],
    [{ 'keywords_attributes[][keyword]': 'k'.repeat(513) }, 'keyword-1'],
  ] as [Record<string, string>, string][]) {
    const wrong = await send(
      '/filters/new',
      fields.map(([name, value]) => [name, changed[name] ?? value]),
    )
    assert.equal(wrong.statusCode, 422, id)
    assert.match(wrong.body, new RegExp(`<a href="#${id}">`))
    assert.match(wrong.body, new RegExp(`id="${id}"`))
    assert.match(wrong.body, /class="field-error"/)
    assert.match(wrong.body, /value="hide" checked/)
  }

  const earliest = server.app.clock() + 3_600_000
  const made = await send('/filters/new', fields)
  const latest = server.app.clock() + 3_600_000
  assert.equal(made.headers.location, '/filters?done=saved', made.body)
  const [filter] = await all()
  const expires = Date.parse(filter.expires_at)
  assert.ok(expires >= earliest && expires <= latest, filter.expires_at)
  assert.partialDeepStrictEqual(filter, {
    title: 'Sport & games',
    context: ['home', 'thread'],
    filter_action: 'hide',
    keywords: [
      { keyword: 'football', whole_word: true },
      { keyword: 'cup', whole_word: false },
    ],
  })

  const [football, cup] = filter.keywords
  await browser.get(`/filters/${filter.id}/edit`)
  await send(`/filters/${filter.id}/edit`, [
    ['title', 'Sport'],
    ['context[]', 'public'],
    ['filter_action', 'blur'],
    ['expires_in', 'keep'],
    ...row(football.id, '', true),
    ...row(cup.id, 'world cup', true),
    ...row('', 'tennis', false),
  ])
  const [edited] = await all()
  assert.equal(edited.expires_at, filter.expires_at)
  assert.partialDeepStrictEqual(edited, { title: 'Sport', context: ['public'] })
  assert.deepEqual(
    edited.keywords.map((one: { keyword: string; whole_word: boolean }) => [
      one.keyword,
      one.whole_word,
    ]),
    [
      ['world cup', true],
      ['tennis', false],
    ],
  )

  const list = await browser.get('/filters')
  assert.match(list.body, /Sport.*world cup, tennis.*Blur media · Public timelines/s)
  await send(`/filters/${filter.id}/delete`, [])
  assert.deepEqual(await all(), [])
})
