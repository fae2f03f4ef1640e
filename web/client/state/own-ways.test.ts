import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf, MOST_PINS, ownWaysOf, withPin, withPlace } from './own-ways.ts'

test('S-613 ways are places of this client, each once, and bounded', () => {
  const list = { href: '/lists/12', title: 'Gardeners' }
  const wrong = [
    null,
    '/home',
    { href: 'https://elsewhere.example/' },
    { href: '//elsewhere.example/' },
    { href: '/\\elsewhere.example/' },
    { href: '/home', title: 1 },
    { href: `/tags/${'x'.repeat(300)}` },
  ]

  assert.deepEqual(ownWaysOf([list, ...wrong, { href: '/home', more: 1 }, list], 4), [
    list,
    { href: '/home' },
  ])
  assert.deepEqual(ownWaysOf([list, { href: '/home' }], 1), [list])
  assert.deepEqual(ownWaysOf(null, 4), [])
  assert.deepEqual(ownWaysOf('/home', 4), [])
})

test('S-613 a place gets another way, which changes places with it where it is there already', () => {
  const ways = ['/home', '/search', '/lists'].map((href) => ({ href }))
  const hrefs = (at: number, href: string | null) =>
    withPlace(ways, at, href === null ? null : { href }).map((way) => way.href)

  assert.deepEqual(hrefs(1, '/deck'), ['/home', '/deck', '/lists'])
  assert.deepEqual(hrefs(0, '/lists'), ['/lists', '/search', '/home'])
  assert.deepEqual(hrefs(3, '/deck'), ['/home', '/search', '/lists', '/deck'])
  assert.deepEqual(hrefs(3, '/home'), ['/search', '/lists', '/home'])
  assert.deepEqual(hrefs(2, null), ['/home', '/search'])
})

test('S-614 what is pinned comes last; of too many the oldest goes', () => {
  const ways = Array.from({ length: MOST_PINS }, (_, at) => ({ href: `/lists/${at}` }))
  const more = withPin(ways, { href: '/tags/birds' }, true)

  assert.equal(more.length, MOST_PINS)
  assert.equal(more.at(-1)?.href, '/tags/birds')
  assert.equal(more[0]?.href, '/lists/1')
  assert.deepEqual(withPin(more, { href: '/tags/birds' }, false), more.slice(0, -1))
})

test('lists and hashtags are told from other places', () => {
  assert.equal(kindOf('/lists/12'), 'list')
  assert.equal(kindOf('/tags/birds'), 'tag')
  assert.equal(kindOf('/lists'), null)
  assert.equal(kindOf('/lists/12/edit'), null)
})
