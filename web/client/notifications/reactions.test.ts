import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../../shared/entities/api.ts'
import type { Post } from '../state/statuses.ts'
import type { Group } from './groups.ts'
import { everyReaction, reactionsOf } from './reactions.ts'

const group = (type: string, post: string | null): Group => ({
  key: `${type}-${post}`,
  type,
  newestId: '1',
  at: '',
  count: 1,
  accounts: [],
  post: post === null ? null : ({ id: post } as Post),
  details: {},
})

test('favourites and boosts of the same post stand together, at the newest of them', () => {
  const rows = reactionsOf([group('reblog', '7'), group('follow', null), group('favourite', '7')])
  assert.deepEqual([...rows.keys()], ['reblog-7', 'favourite-7'])
  assert.deepEqual(
    new Set([...rows.values()].map(({ id, kind }) => `${kind} ${id}`)),
    new Set(['reactions reblog-7']),
  )
})

test('what stands alone, is of another post or is written stays by itself', () => {
  const apart = [
    group('reblog', '7'),
    group('favourite', '8'),
    group('mention', '7'),
    group('favourite', null),
  ]
  assert.equal(reactionsOf(apart).size, 0)
})

const by = (type: string, ...ids: string[]): Group => ({
  ...group(type, '7'),
  count: ids.length,
  accounts: ids.map((id) => ({ id }) as Account),
})

test('everybody who reacted is named once, with all that they did', () => {
  const people = everyReaction([by('reblog', '1', '2'), by('favourite', '3', '1')])
  assert.deepEqual(
    people?.map(({ account, types }) => `${account.id} ${types}`),
    ['1 reblog,favourite', '2 reblog', '3 favourite'],
  )
})

test('where not all are known, nobody is counted', () => {
  const many = { ...by('favourite', '1', '2'), count: 9 }
  assert.equal(everyReaction([by('reblog', '1'), many]), null)
})
