import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, Status } from '../../../shared/entities/api.ts'
import {
  arranged,
  binsOf,
  countKinds,
  EVERYTHING,
  entriesOf,
  type Given,
  linksOf,
  peopleOf,
} from './digest.ts'

const person = (id: string) => ({ id, acct: id }) as Account
const status = (id: string, by: string, minute: number, more: object = {}) =>
  ({
    id,
    account: person(by),
    created_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    reblog: null,
    quote: null,
    in_reply_to_account_id: null,
    spoiler_text: '',
    media_attachments: [],
    poll: null,
    card: null,
    replies_count: 0,
    reblogs_count: 0,
    favourites_count: 0,
    ...more,
  }) as unknown as Status
const given = (own: Status, length = 10): Given<string> => ({ own, post: own.id, length })
const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)

const original = status('1', 'ada', 0, { favourites_count: 3 })
const far = status('f', 'zoe', -900, { reblogs_count: 9 })
const all = entriesOf(
  [
    status('6', 'cy', 50, { reblog: far }),
    status('5', 'bob', 40, { reblog: far }),
    status('4', 'bob', 30, { reblog: original }),
    status('3', 'bob', 20, { in_reply_to_account_id: 'ada', replies_count: 2 }),
    status('2', 'ada', 10, { in_reply_to_account_id: 'ada' }),
    original,
  ].map((own, at) => given(own, at * 100)),
)

test('a post comes once, and with it everybody who brought it', () => {
  assert.deepEqual(ids(all), ['1', '2', '3', '5'])
  assert.deepEqual(ids(all[0]?.by ?? []), ['ada', 'bob'])
  assert.deepEqual(ids(all[3]?.by ?? []), ['bob', 'cy'])
  assert.deepEqual(countKinds(all), { posts: 2, replies: 1, quotes: 0, boosts: 1 })
})

test('posts are chosen by kind and person, sorted and grouped', () => {
  const of = (choice: object) => ids(arranged(all, { ...EVERYTHING, ...choice }))

  assert.deepEqual(of({ order: 'newest' }), ['5', '3', '2', '1'])
  assert.deepEqual(of({ order: 'boosts' }), ['5', '1', '2', '3'])
  assert.deepEqual(of({ order: 'favourites' }), ['1', '2', '3', '5'])
  assert.deepEqual(of({ order: 'replies' }), ['3', '1', '2', '5'])
  assert.deepEqual(of({ order: 'length' }), ['1', '2', '3', '5'])
  assert.deepEqual(of({ kind: 'posts' }), ['1', '2'])
  assert.deepEqual(of({ person: 'bob' }), ['1', '3', '5'])
  assert.deepEqual(of({ isGrouped: true, order: 'newest' }), ['5', '3', '2', '1'])
  assert.deepEqual(
    peopleOf(all).map(({ account, count }) => [account.id, count]),
    [
      ['bob', 3],
      ['ada', 2],
      ['cy', 1],
    ],
  )
})

test('density counts text, pictures and previews', () => {
  const picture = status('p', 'ada', 1, { media_attachments: [{}, {}] })
  const dense = entriesOf([given(picture, 0), given(status('t', 'ada', 0), 700)])

  assert.deepEqual(ids(arranged(dense, { ...EVERYTHING, order: 'density' })), ['t', 'p'])
})

test('the course of time has all of them, also at its ends', () => {
  const [first, last] = [all[0]?.at ?? 0, all.at(-1)?.at ?? 0]

  assert.deepEqual(binsOf(all, { from: first, to: last }, 4), [1, 1, 1, 1])
})

test('links are named once, those that most people share first', () => {
  const card = (url: string) => ({ card: { url, type: 'link', title: 'A title' } })
  const some = entriesOf(
    [
      status('1', 'ada', 0, { ...card('https://a.example/'), favourites_count: 9 }),
      status('2', 'bob', 1, card('https://b.example')),
      status('3', 'cy', 2, card('https://b.example/')),
      status('4', 'cy', 3, card('https://b.example/')),
    ].map((own) => given(own)),
  )

  assert.deepEqual(
    linksOf(some).map((link) => [link.card.url, link.by.length]),
    [
      ['https://b.example', 2],
      ['https://a.example/', 1],
    ],
  )
})
