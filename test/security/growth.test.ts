import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitizeStatusHtml } from '../../src/kernel/text/sanitize.ts'
import type { TestClient } from '../support/client.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { startHomeAndPeer } from '../support/home-and-peer.ts'
import { createOf, noteBy } from '../support/notes.ts'
import { startTestServer } from '../support/server.ts'

const KIB = 1024
/** bytes of a text as it is stored and sent */
const LARGEST_TEXT = 128 * KIB
/** bytes of a page of statuses: those that fit into 1 MiB, or a single one */
const LARGEST_PAGE = 1024 * KIB + 10 * KIB
/** one character for whoever counts what people see */
const LONG = `x${'\u0301'.repeat(60_000)}`

test('A69 elements that only end tags make are counted as others are', () => {
  for (const tag of ['</p>', '</br>', '</P >', '<p></p></p>', '</br/>', '<h2>']) {
    const clean = sanitizeStatusHtml(tag.repeat(40_000))
    const elements = clean.match(/<[a-z]/g)?.length ?? 0
    assert.ok(elements > 1000 && elements < 8_100, `${tag} makes ${elements} elements`)
  }
})

test('A69 what stands in comments and left out elements is no element', () => {
  const hidden = `<!--${'<p>'.repeat(20_000)}-->`
  assert.equal(sanitizeStatusHtml(`${hidden}<p>seen</p>`), '<p>seen</p>')
})

test('A60 HTML is no larger than its limit once it is sanitised, and well-formed', () => {
  for (const unit of [
    '&',
    '<',
    '"',
    '<a href="dat:x">',
    '<a href="ssb:&">x</a>',
    '中',
    '</p>',
    'x ',
  ]) {
    const clean = sanitizeStatusHtml(unit.repeat((256 * KIB) / unit.length))
    assert.ok(Buffer.byteLength(clean) <= LARGEST_TEXT, `${unit}: ${Buffer.byteLength(clean)}`)
    assert.equal(sanitizeStatusHtml(clean), clean, unit)
  }
})

test('A60 a note, warning or profile of another server is bounded as it is stored', async () => {
  await using both = await startHomeAndPeer()
  const mallory = both.peer.addActor('mallory')
  mallory.document.summary = '&'.repeat(100 * KIB)
  mallory.document.attachment = Array.from({ length: 50 }, (_, at) => ({
    type: 'PropertyValue',
    name: `${at}`,
    value: '&'.repeat(2_000),
  }))
  await followOnPeer(both.home, both.alice, mallory)
  const texts = [
    { content: '#a '.repeat(33_000), mediaType: 'text/plain' },
    { content: 'http://a.b/ '.repeat(8_000), mediaType: 'text/markdown' },
    { content: '&'.repeat(128 * KIB) },
    { type: 'Article', name: '<b>x', summary: '&'.repeat(90 * KIB), content: '&'.repeat(90 * KIB) },
  ]

  for (const [at, text] of texts.entries()) {
    await both.deliver(mallory, createOf(noteBy(mallory, `text ${at}`, text)))
  }

  const stored = await both.stored()
  assert.equal(stored.length, texts.length)
  for (const { content } of stored) assert.ok(Buffer.byteLength(String(content)) <= LARGEST_TEXT)
  const shown = await both.alice.get(`/api/v1/statuses/${stored[0]?.id}`)
  assert.equal(shown.statusCode, 200)
  assert.ok(Buffer.byteLength(JSON.stringify(shown.json().account)) < 80 * KIB)
})

test('A60 a local text is refused whose HTML would be larger than the limit', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const address = `https://example.com/${'&a'.repeat(15_000)}`

  const refused = await alice.post('/api/v1/statuses', { status: address })
  const note = await alice.patch('/api/v1/accounts/update_credentials', { note: address })
  const tags = await alice.publish('#a '.repeat(166))

  assert.equal(refused.statusCode, 422, refused.body)
  assert.equal(note.statusCode, 422, note.body)
  assert.ok(Buffer.byteLength(tags.content) < 32 * KIB)
})

test('A60 a page of long statuses ends earlier, and its links lead through all of them', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const ids: string[] = []
  for (let count = 0; count < 20; count++) {
    const { id } = await alice.publish(LONG)
    ids.unshift(id)
    await alice.post(`/api/v1/statuses/${id}/bookmark`)
  }
  await server.settle()
  const lists = [
    '/api/v1/timelines/home?limit=40',
    '/api/v1/timelines/public?limit=40',
    `/api/v1/accounts/${alice.id}/statuses?limit=40`,
    '/api/v1/bookmarks?limit=40',
  ]

  for (const list of lists) {
    const down = await walk(alice, list, 'next')
    const up = await walk(alice, `${list}&min_id=1`, 'prev')

    assert.deepEqual(down.pages.flat(), ids, list)
    assert.deepEqual(up.pages.toReversed().flat(), ids, list)
    assert.ok(Math.max(...down.sizes, ...up.sizes) <= LARGEST_PAGE, `${list}: ${down.sizes}`)
    assert.ok(down.pages.every((page) => page.length < 20))
  }
})

test('A60 a page of notifications about long statuses ends earlier, in groups too', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  for (let count = 0; count < 20; count++) await bob.publish(`@alice ${LONG}`)
  await server.settle()

  const flat = await walk(alice, '/api/v1/notifications?limit=80', 'next')
  const grouped = await walk(alice, '/api/v2/notifications?limit=80', 'next')
  const up = await walk(alice, '/api/v2/notifications?limit=80&min_id=1', 'prev')

  for (const { pages, sizes } of [flat, grouped, up]) {
    assert.equal(new Set(pages.flat()).size, 20)
    assert.ok(Math.max(...sizes) <= LARGEST_PAGE + 10 * KIB, `${sizes}`)
  }
})

test('A60 a public page and a feed of long statuses are bounded', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  for (let count = 0; count < 20; count++) await alice.publish(`#long ${LONG}`)
  await server.settle()

  for (const path of ['/@alice', '/@alice.rss', '/tags/long', '/tags/long.rss', '/']) {
    const { statusCode, body } = await server.anonymous.get(path)
    assert.equal(statusCode, 200, path)
    assert.ok(Buffer.byteLength(body) < 1.5 * 1024 * KIB, `${path}: ${Buffer.byteLength(body)}`)
  }
  const { body } = await server.anonymous.get('/@alice')
  assert.match(body, /max_id=\d+/)
})

/** Follows the links of a list until it is empty. */
async function walk(client: TestClient, list: string, rel: 'next' | 'prev') {
  const pages: string[][] = []
  const sizes: number[] = []
  for (let path: string | undefined = list; path !== undefined; ) {
    const answer = await client.get(path)
    assert.equal(answer.statusCode, 200, answer.body)
    const listed = answer.json().notification_groups ?? answer.json()
    const page = listed.map((item: Record<string, string>) => item.id ?? item.group_key)
    if (page.length === 0) break
    pages.push(page)
    sizes.push(Buffer.byteLength(answer.body))
    const link: string | undefined = new RegExp(`<([^>]*)>; rel="${rel}"`).exec(
      String(answer.headers.link),
    )?.[1]
    path = link?.replace('https://rookery.test', '')
  }
  return { pages, sizes }
}
