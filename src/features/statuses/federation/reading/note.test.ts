import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastest } from '../../../../../test/support/fastest.ts'
import type { Document } from '../../../../kernel/activitypub/as2.ts'
import { type RemoteNote, readNote } from './note.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public'
const AUTHOR = {
  uri: 'https://away.test/users/bob',
  followersUri: 'https://away.test/users/bob/followers',
}

function read(object: Document): RemoteNote {
  const note = readNote({ id: 'https://away.test/1', type: 'Note', ...object }, AUTHOR, NOW)
  assert.ok(note)
  return note
}

test('an object that is nothing we show, or has no id, is no note', () => {
  for (const object of [
    {},
    { type: 'Note' },
    { id: 'https://away.test/1' },
    { id: 'https://away.test/1', type: 'Person' },
    { id: 'javascript:alert(1)', type: 'Note' },
    { id: { id: 'x' }, type: ['Note'] },
    { id: 'https://away.test/1', type: 7 },
  ]) {
    assert.equal(readNote(object as Document, AUTHOR, NOW), null, JSON.stringify(object))
  }
})

test('a note of which nothing is as it should be is an empty direct one', () => {
  const odd: unknown[] = [null, 7, true, 'x', [], {}, [[]], [null], { type: 'Note' }, [{ id: 1 }]]
  const names = ['to', 'cc', 'audience', 'tag', 'attachment', 'content', 'contentMap', 'summary']
  const more = ['url', 'inReplyTo', 'context', 'conversation', 'published', 'updated', 'replies']
  const rest = ['oneOf', 'anyOf', 'quote', 'quoteUrl', 'interactionPolicy', 'sensitive', 'source']
  for (const value of odd) {
    const object = Object.fromEntries([...names, ...more, ...rest].map((name) => [name, value]))
    const note = read(object)
    assert.equal(note.visibility, 'direct')
    assert.equal(note.url, 'https://away.test/1')
    assert.deepEqual(
      [note.inReplyTo, note.poll, note.quote, note.editedAt],
      [null, null, null, null],
    )
    assert.deepEqual([note.mentionUris, note.tags, note.media], [[], [], []])
    assert.equal(note.createdAt, NOW)
  }
})

test('the audience decides who may see it', () => {
  const followers = AUTHOR.followersUri
  const cases: [Document, string][] = [
    [{ to: PUBLIC }, 'public'],
    [{ to: ['as:Public'], cc: followers }, 'public'],
    [{ to: 'Public' }, 'public'],
    [{ to: followers, cc: [PUBLIC] }, 'unlisted'],
    [{ to: [followers], cc: ['https://home.test/users/alice'] }, 'private'],
    [{ cc: followers }, 'private'],
    [{ to: 'https://away.test/users/carol/followers' }, 'direct'],
    [{ to: { id: 'https://home.test/users/alice' } }, 'direct'],
    [{}, 'direct'],
  ]
  for (const [object, visibility] of cases) {
    assert.equal(read(object).visibility, visibility, JSON.stringify(object))
  }
  const to = [PUBLIC, 'https://home.test/users/alice']
  assert.deepEqual(read({ to }).recipients, ['https://home.test/users/alice'])
})

test('text and language come from content or, where there is none, from its map', () => {
  const cases: [Document, string, string | null][] = [
    [{ content: '<p>a</p>' }, '<p>a</p>', null],
    [{ content: '<p>a</p>', contentMap: { de: '<p>b</p>', fr: '<p>a</p>' } }, '<p>a</p>', 'fr'],
    [{ contentMap: { 'pt-BR': '<p>b</p>' } }, '<p>b</p>', 'pt'],
    [{ content: ['<p>a</p>'], contentMap: { xx: '<p>a</p>' } }, '<p>a</p>', null],
    [{ content: '<p>a</p>', language: { identifier: 'en' } }, '<p>a</p>', 'en'],
    [{ content: 'a <b>\nc', mediaType: 'text/plain' }, '<p>a &lt;b&gt;<br />c</p>', null],
    [{ content: '<script>x</script><p onclick=x>a</p>' }, '<p>a</p>', null],
    [{ content: 'a\u0000b' }, 'ab', null],
  ]
  for (const [object, html, language] of cases) {
    const note = read(object)
    assert.deepEqual([note.html, note.language], [html, language], JSON.stringify(object))
  }
})

test('what is no note is its title, its summary and its page', () => {
  const page = {
    type: 'Page',
    name: 'A <b>title</b>',
    summary: '<p>short</p>',
    content: '<p>long</p>',
    url: [{ type: 'Link', mediaType: 'text/html', href: 'https://away.test/@bob/1' }],
  }
  const note = read(page)

  assert.match(
    note.html,
    /^<p><strong>A title<\/strong><\/p><p>short<\/p><p><a href="https:\/\/away/,
  )
  assert.equal(note.spoilerText, '')
  assert.doesNotMatch(note.html, /long/)
  assert.match(read({ type: 'Event', content: '<p>all</p>' }).html, /^<p>all<\/p><p><a href/)
})

test('times are never ahead of us nor before 1970, an edit never before its publication', () => {
  const cases: [Document, number, number | null][] = [
    [{ published: '2026-05-01T00:00:00Z' }, Date.parse('2026-05-01T00:00:00Z'), null],
    [{ published: '2036-05-01T00:00:00Z' }, NOW, null],
    [{ published: '1913-05-01T00:00:00Z' }, 0, null],
    [{ published: 'yesterday' }, NOW, null],
    [{ published: '2026-05-01T00:00:00Z', updated: '2036-01-01T00:00:00Z' }, 1777593600000, NOW],
    [{ published: '2026-05-01T00:00:00Z', updated: '2026-04-01T00:00:00Z' }, 1777593600000, null],
  ]
  for (const [object, created, edited] of cases) {
    const note = read(object)
    assert.deepEqual([note.createdAt, note.editedAt], [created, edited], JSON.stringify(object))
  }
})

test('a poll keeps its options within bounds, and its end', () => {
  const option = (name: unknown, votes: unknown) => ({ name, replies: { totalItems: votes } })
  const poll = read({
    type: 'Question',
    anyOf: [option('a', 3), option('b', -1), option('', 1), option(7, 1), 'c', option('d', 1e15)],
    closed: '2026-05-01T00:00:00Z',
    endTime: '2026-07-01T00:00:00Z',
    votersCount: 2,
  }).poll

  assert.deepEqual(poll, {
    options: [
      { title: 'a', votes: 3 },
      { title: 'b', votes: 0 },
      { title: 'd', votes: 40_000_000 },
    ],
    multiple: true,
    expiresAt: Date.parse('2026-05-01T00:00:00Z'),
    votersCount: 2,
  })
  const many = Array.from({ length: 1000 }, (_, at) => option(`${at}`, 0))
  assert.equal(read({ type: 'Question', oneOf: many }).poll?.options.length, 50)
  assert.equal(
    read({ type: 'Question', oneOf: [option('a', 1)], closed: true }).poll?.expiresAt,
    NOW,
  )
})

test('quotes are understood in every spelling', () => {
  const uri = 'https://else.test/1'
  const link = { type: 'Link', href: uri, rel: 'https://misskey-hub.net/ns#_misskey_quote' }
  const as2 = 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"'
  for (const object of [
    { quote: uri },
    { quoteUrl: uri },
    { quoteUri: uri },
    { _misskey_quote: uri },
    { tag: [{ ...link, mediaType: as2 }] },
  ]) {
    assert.equal(read(object as Document).quote?.uri, uri, JSON.stringify(object))
  }
  assert.equal(read({ tag: [{ ...link, mediaType: 'text/html' }] }).quote, null)
})

test('who may quote is who is named', () => {
  const policy = (automaticApproval: unknown) =>
    read({ interactionPolicy: { canQuote: { automaticApproval } } }).quotePolicy
  assert.equal(policy(PUBLIC), 'public')
  assert.equal(policy([AUTHOR.followersUri]), 'followers')
  assert.equal(policy([AUTHOR.uri]), 'nobody')
  assert.equal(policy(undefined), 'nobody')
  assert.equal(read({}).quotePolicy, null)
})

test('A36: a hundred thousand tags, recipients and options are cut, at once', async () => {
  const many = <Item>(make: (at: number) => Item) =>
    Array.from({ length: 100_000 }, (_, at) => make(at))
  const object = {
    type: 'Question',
    to: many((at) => `https://home.test/users/u${at}`),
    tag: many((at) => ({
      type: at % 2 ? 'Hashtag' : 'Mention',
      name: `#t${at}`,
      href: `https://a.test/${at}`,
    })),
    oneOf: many((at) => ({ name: `${at}` })),
    attachment: many((at) => ({
      type: 'Document',
      mediaType: 'image/png',
      url: `https://a.test/${at}`,
    })),
    attributedTo: many((at) => `https://a.test/${at}`),
    content: 'x'.repeat(1_000_000),
  }
  let note = read({})

  const readIt = () => {
    note = read(object)
  }
  const took = await fastest(readIt, { enough: 200 })

  assert.ok(took < 200, `${took} ms`)
  assert.deepEqual(
    [note.mentionUris.length, note.tags.length, note.recipients.length, note.poll?.options.length],
    [50, 50, 100, 50],
  )
  assert.ok(note.media.length <= 16)
  assert.ok(note.html.length < 140_000)
})
