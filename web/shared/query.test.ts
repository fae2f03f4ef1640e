import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, placeOf } from './place.ts'
import { cursorIn, cursorOf, withoutCursor, withQuery } from './query.ts'

test('a query stands behind its path without what is empty', () => {
  assert.equal(withQuery('/a', {}), '/a')
  assert.equal(withQuery('/a', { q: '', max_id: null, type: undefined }), '/a')
  assert.equal(withQuery('/a', { local: false, limit: 0 }), '/a?local=false&limit=0')
  assert.equal(
    withQuery('/a', { types: ['x', 'y'], q: 'é & #' }),
    '/a?types%5B%5D=x&types%5B%5D=y&q=%C3%A9+%26+%23',
  )
  assert.equal(withQuery('/a', { types: [] }), '/a')
})

test('the cursor of a Link header is what leads to another page, and nothing else of the address', () => {
  const links =
    '<https://here.example/api/v1/x?limit=20&max_id=9&types%5B%5D=a>; rel="next", </api/v1/x?min_id=30>; rel="prev"'

  assert.deepEqual(cursorOf(links, 'next'), { max_id: '9' })
  assert.deepEqual(cursorOf(links, 'prev'), { min_id: '30' })
  assert.equal(cursorOf('<https://here.example/x?min_id=30>; rel="prev"', 'next'), null)
  assert.equal(cursorOf('', 'next'), null)
})

test('an address is told apart into the page of a list and the rest', () => {
  const query = { q: 'cats', offset: '20', max_id: '9', page: '2' }

  assert.deepEqual(cursorIn(query), { offset: '20', max_id: '9', page: '2' })
  assert.deepEqual(withoutCursor(query), { q: 'cats' })
})

test('a place is the same with and without slashes at its end', () => {
  assert.deepEqual(placeOf({ pathname: '/', search: '' }), { path: '/', query: {} })
  assert.deepEqual(placeOf({ pathname: '/home//', search: '?a=1&b=x+y' }), {
    path: '/home',
    query: { a: '1', b: 'x y' },
  })
})

test('an address is made from a place and changes to its parameters', () => {
  const base = { path: '/search', query: { q: 'cats', type: 'accounts' } }

  assert.equal(addressOf(base, {}), '/search?q=cats&type=accounts')
  assert.equal(addressOf(base, { type: null, q: 'a b' }), '/search?q=a+b')
  assert.equal(addressOf(base, { type: '', q: null }), '/search')
})
