import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  Account,
  GroupedNotificationsResults,
  Notification,
  Status,
} from '../../shared/entities/api.ts'
import { type Group, groupOfOne, groupsOf, joined } from './groups.ts'
import { createLatestFeed } from './latest-feed.ts'
import { mergeArrival } from './merge-arrival.ts'
import type { Tab } from './tabs.ts'

const account = (id: string) => ({ id, acct: `person${id}` }) as Account
const status = (id: string) => ({ id, account: account('1'), reblog: null }) as Status

const favourite = (id: string, by: string) =>
  ({
    id,
    type: 'favourite',
    group_key: 'favourite-7-1',
    created_at: '2026-03-01T10:00:00.000Z',
    account: account(by),
    status: status('7'),
  }) as Notification

const accountIds = (group: Group | undefined) => group?.accounts.map(({ id }) => id)

test('what the API answers apart is put together', () => {
  const [group, other] = groupsOf({
    accounts: [account('2'), account('3')],
    statuses: [status('7')],
    notification_groups: [
      {
        group_key: 'favourite-7-1',
        type: 'favourite',
        notifications_count: 2,
        most_recent_notification_id: 116000000000000000,
        page_max_id: '116000000000000001',
        latest_page_notification_at: '2026-03-01T10:00:00.000Z',
        sample_account_ids: ['3', '404', '2'],
        status_id: '7',
      },
      {
        group_key: 'ungrouped-5',
        type: 'follow_request',
        notifications_count: 1,
        most_recent_notification_id: 5,
        sample_account_ids: ['2'],
      },
    ],
  } as unknown as GroupedNotificationsResults)

  assert.deepEqual(accountIds(group), ['3', '2'], 'whoever is not in the answer is left out')
  assert.equal(group?.newestId, '116000000000000001', 'the long id is not read from a number')
  assert.equal(group?.post?.id, '7')
  assert.equal(other?.post, null)
  assert.deepEqual([other?.newestId, other?.at], ['', ''])
})

test('only types that make groups share one', () => {
  assert.equal(groupOfOne(favourite('9', '2')).key, 'favourite-7-1')
  const mention = { ...favourite('9', '2'), type: 'mention' } as Notification

  assert.equal(groupOfOne(mention).key, 'ungrouped-9')
})

test('a group grows by the newest, who stands first and once, and shows eight at most', () => {
  let group = groupOfOne(favourite('1', '1'))
  for (let id = 2; id <= 10; id++) group = joined(group, groupOfOne(favourite(`${id}`, `${id}`)))
  assert.deepEqual(accountIds(group), ['10', '9', '8', '7', '6', '5', '4', '3'])
  group = joined(group, groupOfOne(favourite('11', '8')))

  assert.deepEqual(accountIds(group), ['8', '10', '9', '7', '6', '5', '4', '3'])
  assert.deepEqual([group.count, group.newestId], [11, '11'])
})

interface PagedGroup {
  key: string
  id: string
}

/** A list of groups that answers the given pages, one after the other. */
function pages<T>(answers: readonly (readonly T[])[], idOf: (entry: T) => string) {
  const left = [...answers]
  const asked: Record<string, string>[] = []
  const source = {
    key: 'groups',
    idOf,
    async read(cursor: Record<string, string>) {
      asked.push(cursor)
      const items = [...(left.shift() ?? [])]
      const [first, last] = [items.at(0), items.at(-1)]
      return {
        items,
        next: last === undefined ? null : { max_id: idOf(last) },
        previous: first === undefined ? null : { min_id: idOf(first) },
      }
    },
  }
  return { source, asked, left }
}

const paged = (...answers: (readonly PagedGroup[])[]) => pages(answers, ({ id }) => id)
const one = (key: string, id: number): PagedGroup => ({ key, id: String(id) })
/** groups of one, newest first */
const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, at) => one(`k${from - at}`, from - at))

test('further down a list skips the older parts of groups that it shows', async () => {
  const { source, asked } = paged(
    [one('a', 9), one('b', 8)],
    [one('a', 7)],
    [one('a', 6), one('c', 5)],
  )
  const feed = createLatestFeed(source, ({ key }) => key)
  await feed.start()
  await feed.readOlder()

  assert.deepEqual(asked, [{}, { max_id: '8' }, { max_id: '7' }])
  assert.deepEqual(feed.find('a'), one('a', 9))
  assert.deepEqual(feed.find('c'), one('c', 5))
  assert.equal(feed.blocks.value.flatMap(({ entries }) => entries).length, 3)
})

for (const end of ['upper', 'lower'] as const) {
  test(`a gap does not end at the older part of a group that is shown above, from its ${end} end`, async () => {
    const older = one('k100', 70)
    const [high, low] = [
      [...down(80, 71), older, ...down(69, 61)],
      [...down(60, 55), ...down(54, 41)],
    ]
    const lower = [...down(40, 35)]
    const { source, left } = paged(
      [one('z', 20)],
      down(100, 81),
      ...(end === 'upper' ? [high, low, lower, [one('z', 20)]] : [low, high, down(100, 81)]),
    )
    const feed = createLatestFeed(source, ({ key }) => key)
    await feed.start()
    await feed.refresh()
    feed.showWaiting()
    for (let read = 0; read < 3; read++) {
      const block = feed.blocks.value.find(({ gap }) => gap)
      if (block !== undefined) await feed.readGap(block, end)
    }

    const keys = feed.blocks.value.flatMap(({ entries }) => entries.map(({ key }) => key))
    const within = end === 'upper' ? [...high, ...low, ...lower] : [...high, ...low]
    const expected = [...down(100, 81), ...within.filter((entry) => entry !== older), one('z', 20)]
    assert.deepEqual(
      keys,
      expected.map(({ key }) => key),
    )
    assert.equal(
      feed.blocks.value.some(({ gap }) => gap),
      false,
    )
    assert.equal(left.length, end === 'upper' ? 1 : 0)
  })
}

test('a group that grows waits once, as it is now, and takes the place of the one shown', async () => {
  const feeds = new Map<Tab, ReturnType<typeof listOf>>()
  function listOf() {
    const { source } = pages([[groupOfOne(favourite('5', '2'))]], ({ newestId }: Group) => newestId)
    return createLatestFeed(source, ({ key }) => key)
  }
  for (const tab of ['all', 'favourites', 'mentions'] as const) feeds.set(tab, listOf())
  feeds.set('boosts', listOf())
  for (const tab of ['all', 'favourites', 'mentions'] as const) await feeds.get(tab)?.start()

  for (const [id, by] of [
    ['6', '3'],
    ['7', '4'],
    ['7', '4'],
  ] as const) {
    mergeArrival(feeds, favourite(id, by))
  }

  for (const tab of ['all', 'favourites'] as const) {
    const feed = feeds.get(tab)!
    assert.deepEqual(
      feed.waiting.value.map(({ newestId }) => newestId),
      ['7'],
    )
    feed.showWaiting()
    const shown = feed.blocks.value.flatMap(({ entries }) => entries)
    assert.deepEqual(shown.map(accountIds), [['4', '3', '2']])
    assert.equal(shown[0]?.count, 3)
  }
  assert.equal(feeds.get('mentions')?.waiting.value.length, 0, 'another type')
  assert.equal(feeds.get('boosts')?.waiting.value.length, 0, 'a list that nobody has looked at')
})
