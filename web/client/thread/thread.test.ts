import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signal } from '@preact/signals'
import type { ApiError } from '../../shared/api-error.ts'
import type { Status } from '../../shared/entities/api.ts'
import { keepPost, type Post } from '../state/statuses.ts'
import { searchIn } from './async-refresh.ts'
import { hear, showWaiting } from './thread-stream.ts'
import { type Branch, chainOf, type Order, sizeOf, treeOf } from './tree.ts'

const status = (id: string, to: string | null = null, text = '') =>
  ({
    id,
    in_reply_to_id: to,
    content: text,
    account: { id: `of ${id}` },
    reblog: null,
  }) as unknown as Status

const post = (id: string, to: string | null) => keepPost(status(id, to))
type Shape = [id: string, ...Shape[]]
const shapeOf = (branches: readonly Branch[]): Shape[] =>
  branches.map(({ post: { id }, replies }) => [id, ...shapeOf(replies)])

test('replies stand under what they answer, the oldest first', () => {
  const tree = treeOf('1', [
    post('2', '1'),
    post('4', '2'),
    post('3', '1'),
    post('5', '4'),
    post('6', '2'),
  ])

  assert.deepEqual(shapeOf(tree), [['2', ['4', ['5']], ['6']], ['3']])
  assert.equal(sizeOf(tree), 5)
})

test('a reply to something that is not there stands at the first level, with its own replies', () => {
  const tree = treeOf('1', [post('4', '404'), post('5', '4'), post('2', '1'), post('8', null)])

  assert.deepEqual(shapeOf(tree), [['2'], ['4', ['5']], ['8']])
})

test('replies stand in the order that somebody chose, and what the author adds comes first', () => {
  const by = (id: string, to: string, account: string, toAccount: string, likes = 0) =>
    keepPost({
      ...status(id, to),
      in_reply_to_account_id: toAccount,
      favourites_count: likes,
      account: { id: account },
    } as Status)
  const posts = [
    by('23', '21', 'bob', 'eve'),
    by('21', '20', 'eve', 'ann', 2),
    by('22', '21', 'bob', 'eve', 1),
    by('24', '20', 'bob', 'ann', 5),
    by('25', '20', 'ann', 'ann'),
    by('26', '20', 'ann', 'ann', 9),
    by('9', '20', 'eve', 'ann', 2),
  ]
  const tree = (order: Order) => shapeOf(treeOf('20', posts, { order, authorId: 'ann' }))

  assert.deepEqual(tree('oldest'), [['25'], ['26'], ['9'], ['21', ['22'], ['23']], ['24']])
  assert.deepEqual(tree('newest'), [['25'], ['26'], ['24'], ['21', ['23'], ['22']], ['9']])
  assert.deepEqual(tree('liked'), [['25'], ['26'], ['24'], ['9'], ['21', ['22'], ['23']]])
})

test('a long conversation is no matter of depth', () => {
  const posts = Array.from({ length: 2000 }, (_, at) => post(`${at + 2}`, `${at + 1}`))

  assert.equal(sizeOf(treeOf('1', posts)), 2000)
})

test('a chain goes to where it forks', () => {
  const posts = [post('2', '1'), post('3', '2'), post('4', '3'), post('5', '4'), post('6', '4')]
  const [branch] = treeOf('1', posts)
  const chain = chainOf(branch!)

  assert.deepEqual(
    chain.posts.map(({ id }) => id),
    ['2', '3', '4'],
  )
  assert.deepEqual(shapeOf(chain.forks), [['5'], ['6']])
  assert.deepEqual(chainOf(branch!.replies[0]!.replies[0]!.replies[0]!).forks, [])
})

function thread(...descendants: Post[]) {
  return {
    id: '101',
    error: signal<ApiError | null>(null),
    ancestors: signal<readonly Post[]>([post('100', null)]),
    descendants: signal<readonly Post[]>(descendants),
    waiting: signal<readonly Post[]>([]),
    fresh: signal<ReadonlySet<string>>(new Set()),
  }
}

const idsOf = (posts: { value: readonly Post[] }) => posts.value.map(({ id }) => id)

test('replies that arrive wait until they are asked for, once, and those to them', () => {
  const heard = thread(post('102', '101'))
  const tell = (event: string, payload: unknown) => hear(heard, event, JSON.stringify(payload))

  tell('update', status('103', '102'))
  tell('update', status('103', '102'))
  tell('notification', { status: status('104', '101') })
  tell('notification', { status: null })
  tell('update', status('108', '103'))
  tell('update', status('105', '999'))
  tell('update', status('106', null))
  tell('update', status('107', '100'))

  assert.deepEqual(
    [idsOf(heard.descendants), idsOf(heard.waiting)],
    [['102'], ['103', '104', '108']],
  )
  assert.equal(showWaiting(heard)?.id, '103')
  assert.deepEqual(
    [idsOf(heard.descendants), idsOf(heard.waiting), [...heard.fresh.value]],
    [['102', '103', '104', '108'], [], ['103', '104', '108']],
  )
})

test('what the person answers shows at once, unless what it answers waits', () => {
  const heard = thread(post('102', '101'))
  const tell = (payload: Status, viewer: string) =>
    hear(heard, 'update', JSON.stringify(payload), viewer)

  tell(status('103', '102'), 'of 103')
  tell(status('104', '102'), 'of 999')
  tell(status('105', '104'), 'of 105')

  assert.deepEqual(
    [idsOf(heard.descendants), idsOf(heard.waiting)],
    [
      ['102', '103'],
      ['104', '105'],
    ],
  )
  hear(heard, 'delete', '104')
  assert.deepEqual(idsOf(heard.waiting), ['105'])
})

test('an edit shows in place, and a deletion takes out what is gone', () => {
  const heard = thread(post('102', '101'), post('103', '102'))
  hear(heard, 'status.update', JSON.stringify(status('103', '102', 'edited')))
  assert.equal(heard.descendants.value[1]?.shown.value.content, 'edited')

  hear(heard, 'delete', '102')
  hear(heard, 'delete', '100')
  assert.deepEqual([idsOf(heard.ancestors), idsOf(heard.descendants)], [[], ['103']])
  assert.equal(heard.error.peek(), null)
  hear(heard, 'delete', '101')

  assert.equal(heard.error.value?.status, 404)
})

test('the header of a search for replies says when to ask again, in a second at the earliest', () => {
  assert.deepEqual(searchIn('id="a/b", retry=5, result_count=0'), { id: 'a/b', pause: 5000 })
  assert.deepEqual(searchIn('id="a", retry=0'), { id: 'a', pause: 1000 })
  assert.deepEqual(searchIn('id="a"'), { id: 'a', pause: 3000 })
  assert.equal(searchIn(null), null)
  assert.equal(searchIn('retry=3'), null)
})
