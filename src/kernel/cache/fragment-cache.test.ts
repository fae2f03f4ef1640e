import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type JsonText, toJson } from '../base/json.ts'
import { createFragments, type StatusParts } from './fragment-cache.ts'

const SPACE = { account: 10_000, status: 10_000, application: 10_000, made: 10_000 }
const text = (value: string): JsonText => toJson(value)
const parts = (own: string): StatusParts => ({
  own,
  shared: '',
  card: toJson(null),
  uncreditedId: null,
})

test('a fragment counts for its version and its epoch only', () => {
  const fragments = createFragments(SPACE)
  fragments.set('status', '1', 1, parts('one'))

  assert.deepEqual(fragments.get('status', '1', 1), parts('one'))
  assert.equal(fragments.get('status', '1', 2), undefined)
  assert.equal(fragments.get('account', '1', 1), undefined)
  fragments.nextEpoch()
  assert.equal(fragments.get('status', '1', 1), undefined)
})

test('a page keeps what it loaded, whatever others do before it is presented', () => {
  const fragments = createFragments(SPACE)
  fragments.set('status', '1', 1, parts('one'))
  const page = fragments.hold()
  assert.deepEqual(page.get('status', '1', 1), parts('one'))
  page.set('account', '2', 5, text('two'))

  fragments.set('status', '1', 2, parts('edited'))
  fragments.nextEpoch()
  for (let id = 0; id < 100; id++) fragments.set('account', `1${id}`, 1, text('x'.repeat(1000)))

  assert.deepEqual(page.get('status', '1', 1), parts('one'))
  assert.equal(page.get('account', '2', 5), text('two'))
  assert.equal(page.get('status', '1', 2), undefined)
  page.set('status', '1', 2, parts('edited'))
  assert.deepEqual(page.get('status', '1', 1), parts('one'))
  assert.deepEqual(page.get('status', '1', 2), parts('edited'))
})

test('what was made of a row counts for its epoch while the row is the same', () => {
  const fragments = createFragments(SPACE)
  const same = (one: { count: number }, other: { count: number }) => one.count === other.count
  fragments.setMade({ id: '1', count: 5 }, text('five'))

  assert.equal(fragments.getMade({ id: '1', count: 5 }, same), text('five'))
  assert.equal(fragments.getMade({ id: '1', count: 6 }, same), undefined)
  assert.equal(fragments.getMade({ id: '2', count: 5 }, same), undefined)
  fragments.nextEpoch()
  assert.equal(fragments.getMade({ id: '1', count: 5 }, same), undefined)
})

test('a page that holds parts of an epoch that is over makes nothing for the next one', () => {
  const fragments = createFragments(SPACE)
  const same = () => true
  const page = fragments.hold()
  fragments.nextEpoch()

  page.setMade({ id: '1' }, text('old'))

  assert.equal(fragments.getMade({ id: '1' }, same), undefined)
})
