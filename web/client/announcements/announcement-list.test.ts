import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Announcement } from '../../shared/entities/api.ts'
import { newestFirst, withArrival, withCount, withOwn } from './announcement-list.ts'

const one = (id: string, more: Partial<Announcement> = {}): Announcement => ({
  id,
  content: `<p>${id}</p>`,
  starts_at: null,
  ends_at: null,
  all_day: false,
  published_at: `2026-01-0${id}T00:00:00.000Z`,
  updated_at: `2026-01-0${id}T00:00:00.000Z`,
  mentions: [],
  statuses: [],
  tags: [],
  emojis: [],
  reactions: [],
  ...more,
})
const ids = (all: readonly Announcement[]) => all.map(({ id }) => id)

test('the newest stands first, also one that comes by the stream, which is unread', () => {
  const all = newestFirst([one('1', { read: true }), one('3'), one('2')])
  assert.deepEqual(ids(all), ['3', '2', '1'])

  const after = withArrival(all, one('4'))
  assert.deepEqual(ids(after), ['4', '3', '2', '1'])
  assert.equal(after[0]?.read, false)
})

test('a change by the stream keeps what the viewer did', () => {
  const before = [one('1', { read: true, reactions: [{ name: '🐦', count: 1, me: true }] })]
  const [changed] = withArrival(
    before,
    one('1', { content: 'new', reactions: [{ name: '🐦', count: 2 }] }),
  )

  assert.deepEqual(
    [changed?.content, changed?.read, changed?.reactions],
    ['new', true, [{ name: '🐦', count: 2, me: true }]],
  )
})

test('numbers of reactions come as they are, and none is gone', () => {
  const start = [one('1')]
  const mine = withOwn(start, '1', { name: '🐦' }, true)
  assert.deepEqual(mine[0]?.reactions, [{ name: '🐦', count: 1, me: true }])
  assert.deepEqual(withOwn(mine, '1', { name: '🐦' }, true), mine, 'once')

  const two = withCount(mine, { announcement_id: '1', name: '🐦', count: 2 })
  assert.deepEqual(two[0]?.reactions, [{ name: '🐦', count: 2, me: true }])
  const others = withOwn(two, '1', { name: '🐦' }, false)
  assert.deepEqual(others[0]?.reactions, [{ name: '🐦', count: 1, me: false }])
  const gone = withCount(others, { announcement_id: '1', name: '🐦', count: 0 })
  assert.deepEqual(gone[0]?.reactions, [])
})
