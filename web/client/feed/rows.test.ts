import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Status } from '../../shared/entities/api.ts'
import { keepPost, type Post } from '../state/statuses.ts'
import { type Block, blockOf, blocksOf, OPEN, placeAbove } from './block.ts'
import { boostRunsOf, groupingFor } from './boosts.ts'
import { conversationsOf } from './conversations.ts'
import { type Decided, type Groups, groupsOf, rowMaker } from './rows.ts'

const status = (id: number, to: number | null = null, reblog: Status | null = null) =>
  ({
    id: String(id),
    in_reply_to_id: to === null ? null : String(to),
    account: { id: `of ${id}` },
    reblog,
  }) as unknown as Status

const post = (id: number, to?: number) => keepPost(status(id, to))

/** members of each conversation, and what they answer beyond it */
const found = (...posts: Post[]) => {
  const groups = new Set(conversationsOf(posts).values())
  const isIn = (group: unknown) => (one: Post) => conversationsOf(posts).get(one.id)?.id === group
  return [...groups].reduce<Record<string, unknown>>((all, { id, parent }) => {
    all[id] ??= [
      posts
        .filter(isIn(id))
        .map((one) => one.id)
        .join(),
      parent,
    ]
    return all
  }, {})
}

test('posts that answer each other are a conversation, and those that answer the same post', () => {
  assert.deepEqual(found(post(9, 7), post(8), post(7, 5), post(6), post(5)), { 9: ['9,7,5', null] })
  assert.deepEqual(found(post(9, 1), post(8, 2), post(7, 1), post(6, 7)), { 9: ['9,7,6', '1'] })
  assert.deepEqual(found(post(9, 1), post(8, 2), post(7)), {})
})

test('what is boosted is no part of a conversation, and a circle of answers ends', () => {
  const boost = keepPost(status(20, null, status(5)))

  assert.deepEqual(found(boost, post(9, 5)), {})
  assert.deepEqual(Object.keys(found(post(31, 30), post(30, 31))).length, 1)
  assert.deepEqual(found(post(32, 32)), {})
})

test('a long conversation is found in one go', () => {
  const posts = Array.from({ length: 400 }, (_, at) => post(5000 - at, 4999 - at))

  assert.equal(new Set(conversationsOf(posts).values()).size, 1)
})

const keyOf = (entry: { id: string }) => entry.id
const decided = (): Decided => ({ by: undefined, pages: new Map() })
const shapeOf = (blocks: readonly Block<{ entries: readonly Post[] }>[]) =>
  blocks.map(({ entries }) => entries.map((row) => row.entries.map(keyOf).join()))

function view(view = decided(), rows = rowMaker<Post>(keyOf)) {
  return (blocks: readonly Block<Post>[], shown = blocks) =>
    rows(shown, groupsOf(blocks, conversationsOf, view))
}

test('a conversation stands where its newest post is, across blocks of a page', () => {
  const blocks = blocksOf([post(9), post(8, 4), post(7), post(6), post(5), post(4), post(3)])

  assert.deepEqual(shapeOf(view()(blocks)), [['9', '8,4', '7', '6', '5'], ['3']])
})

test('a conversation does not reach across a gap, nor into a page that was there before', () => {
  const gap = blocksOf([post(9, 4), post(8), post(4)], ({ id }) => id === '8')
  assert.deepEqual(shapeOf(view()(gap)), [['9', '8'], ['4']])
  assert.equal(gap[0]?.gap, OPEN)

  const draw = view()
  const rest = blocksOf([post(4), post(3)])
  draw(rest)
  const added = placeAbove([blockOf([post(9, 4)])], rest)
  assert.deepEqual(shapeOf(draw(added)), [['9', '4', '3']], 'what was seen stays where it is')
})

test('what is hidden or deleted leaves its conversation, and nothing else moves', () => {
  const draw = view()
  const blocks = blocksOf([post(9, 7), post(8), post(7, 6), post(6), post(5)])
  assert.deepEqual(shapeOf(draw(blocks)), [['9,7,6', '8', '5']])
  const without = (...ids: string[]) =>
    blocks.map((block) => ({
      ...block,
      entries: block.entries.filter(({ id }) => !ids.includes(id)),
    }))

  assert.deepEqual(shapeOf(draw(blocks, without('9'))), [['8', '7,6', '5']])
  assert.deepEqual(shapeOf(draw(blocks, without('7', '6'))), [['9', '8', '5']])
})

test('a row stays the same as long as what it shows does', () => {
  const draw = view()
  const blocks = blocksOf([post(9, 7), post(8), post(7), post(5)])
  const rows = () => draw(blocks).flatMap(({ entries }) => entries)
  const [first] = rows()

  assert.deepEqual(
    rows().map((row, at) => row === rows()[at]),
    [true, true, true],
  )
  assert.equal(first?.key, '9')
})

test('who wants posts one by one has them so', () => {
  const held = decided()
  const blocks = blocksOf([post(9, 7), post(8), post(7)])
  const rows = rowMaker<Post>(keyOf)
  const shape = (by?: (posts: readonly Post[]) => Groups) =>
    shapeOf(rows(blocks, groupsOf(blocks, by, held)))

  assert.deepEqual(shape(conversationsOf), [['9,7', '8']])
  assert.deepEqual(shape(undefined), [['9', '8', '7']])
})

const boost = (id: number, isOfGroup = false) =>
  keepPost({
    ...status(id, null, status(1000 + id)),
    account: { id: `by ${isOfGroup}`, group: isOfGroup },
  } as Status)

const runs = (...posts: Post[]) => {
  const groups = boostRunsOf(posts, conversationsOf(posts))
  return posts.map(({ id }) => groups.get(id)?.id ?? '')
}

test('three boosts in a row and more are shown as one; what is between them is not moved', () => {
  assert.deepEqual(runs(boost(69), boost(68), boost(67), post(66), boost(65), boost(64)), [
    '69',
    '69',
    '69',
    '',
    '',
    '',
  ])
  assert.deepEqual(runs(boost(59), boost(58), post(57), boost(56)), ['', '', '', ''])
})

test('what a group account boosts stays a post of its own', () => {
  assert.deepEqual(runs(boost(49), boost(48, true), boost(47), boost(46)), ['', '', '', ''])
})

test('a reply that stands elsewhere in its conversation is not between boosts', () => {
  const posts = [post(39, 36), boost(38), boost(37), post(36), boost(35)]
  assert.deepEqual(runs(...posts), ['', '38', '38', '', '38'])

  const rows = rowMaker<Post>(keyOf)
  const shape = (by: ReturnType<typeof groupingFor>) => {
    const blocks = blocksOf(posts)
    return shapeOf(rows(blocks, groupsOf(blocks, by, decided())))
  }
  assert.deepEqual(shape(groupingFor({ conversations: true, boosts: true })), [
    ['39,36', '38,37,35'],
  ])
  assert.deepEqual(shape(groupingFor({ conversations: false, boosts: true })), [
    ['39', '38', '37', '36', '35'],
  ])
})
