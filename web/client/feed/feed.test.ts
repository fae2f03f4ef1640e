import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFeed, type Feed, type Source } from './feed.ts'
import { MOST_WAITING } from './feed-entries.ts'
import { byAge, isNewer } from './id-order.ts'

interface Entry {
  id: string
  text?: string
}

const LIMIT = 20
const entry = (id: number): Entry => ({ id: String(id) })
/** ids from the first to the last, newest first */
const down = (from: number, to: number): string[] =>
  Array.from({ length: from - to + 1 }, (_, index) => String(from - index))

/** A list as the API pages it. @returns the source, what it lists and what it was asked */
function listed(newest: number) {
  const list = { newest, gone: new Set<string>(), asked: [] as unknown[], isBroken: false }
  const source: Source<Entry> = {
    key: 'list',
    idOf: ({ id }) => id,
    async read(cursor) {
      list.asked.push(cursor)
      if (list.isBroken) throw new Error('failed to fetch')
      const { max_id, min_id, since_id } = cursor
      const all = down(list.newest, 1).filter((id) => !list.gone.has(id))
      const within = all
        .filter((id) => max_id === undefined || isNewer(max_id, id))
        .filter((id) => isNewer(id, min_id ?? since_id ?? '0'))
      const ids = min_id === undefined ? within.slice(0, LIMIT) : within.slice(-LIMIT)
      const next = ids.length < LIMIT ? null : { max_id: ids.at(-1) ?? '' }
      return { items: ids.map((id) => ({ id })), next, previous: null }
    },
  }
  return { list, source }
}

const idsOf = (feed: Feed<Entry>): string[] =>
  feed.blocks.value.flatMap(({ entries }) => entries.map(({ id }) => id))
const waitingOf = (feed: Feed<Entry>): string[] => feed.waiting.value.map(({ id }) => id)
/** the entries that something is missing behind */
const gapsOf = (feed: Feed<Entry>): (string | undefined)[] =>
  feed.blocks.value.filter(({ gap }) => gap).map(({ entries }) => entries.at(-1)?.id)

async function fillAll(feed: Feed<Entry>, end: 'upper' | 'lower'): Promise<number> {
  for (let reads = 0; ; reads++) {
    const block = feed.blocks.value.find(({ gap }) => gap)
    if (block === undefined) return reads
    assert.ok(reads < 20, 'a gap never ends')
    await feed.readGap(block, end)
    assert.deepEqual(idsOf(feed), idsOf(feed).toSorted(byAge), 'entries stand by their age')
  }
}

test('a feed reads page after page to its end', async () => {
  const { source, list } = listed(45)
  const feed = createFeed(source)
  await feed.readOlder()
  assert.equal(feed.state.value, 'new', 'nothing is read before the start')

  await feed.start()
  assert.equal(feed.state.value, 'ready')
  assert.deepEqual(idsOf(feed), down(45, 26))
  await feed.start()
  await feed.readOlder()
  await feed.readOlder()

  assert.deepEqual(idsOf(feed), down(45, 1))
  assert.equal(feed.state.value, 'end')
  await feed.readOlder()
  assert.deepEqual(list.asked, [{}, { max_id: '26' }, { max_id: '6' }])
})

test('a page that failed is read again from the same place', async () => {
  const { source, list } = listed(45)
  const feed = createFeed(source)
  list.isBroken = true
  await feed.start()
  assert.equal(feed.state.value, 'failed')
  assert.equal(feed.error.value?.status, 0)
  list.isBroken = false
  await feed.readOlder()
  assert.equal(feed.error.value, null)
  list.isBroken = true
  await feed.readOlder()
  list.isBroken = false
  await feed.readOlder()

  assert.deepEqual(idsOf(feed), down(45, 6))
  assert.equal(feed.state.value, 'ready')
})

test('entries that arrive wait by their age, once each, until they are asked for', async () => {
  const { source } = listed(3)
  const feed = createFeed(source)
  await feed.start()

  for (const id of [5, 4, 5, 2]) feed.receive(entry(id))
  assert.deepEqual(waitingOf(feed), ['5', '4'])
  assert.deepEqual(idsOf(feed), down(3, 1))
  feed.showWaiting()

  assert.deepEqual(waitingOf(feed), [])
  assert.deepEqual(idsOf(feed), down(5, 1))
  assert.deepEqual(
    feed.blocks.value.filter(({ readBefore }) => readBefore).map(({ entries }) => entries[0]?.id),
    ['3'],
  )
})

/** the entries that the reader had come to before */
const readFrom = (feed: Feed<Entry>): (string | undefined)[] =>
  feed.blocks.value.filter(({ readBefore }) => readBefore).map(({ entries }) => entries[0]?.id)

const at =
  (begin: string | null, left: string | null = null) =>
  async () => ({ begin, left })

test('an entry that arrives during the first read does not wait twice', async () => {
  const { source } = listed(10)
  const feed = createFeed({ ...source, readPosition: at('4') })
  const starts = feed.start()
  feed.receive(entry(9))
  await starts

  assert.deepEqual(waitingOf(feed), down(10, 5))
  assert.deepEqual(idsOf(feed), down(4, 1))
})

test('a feed begins where the reader had stopped, and what is newer waits', async () => {
  const { source, list } = listed(100)
  const newest = createFeed({ ...source, readPosition: at('100') })
  await newest.start()
  assert.deepEqual([waitingOf(newest), idsOf(newest)], [[], down(100, 81)])
  assert.deepEqual(list.asked, [{}])

  const near = createFeed({ ...source, readPosition: at('90') })
  await near.start()
  assert.deepEqual([waitingOf(near), idsOf(near)], [down(100, 91), down(90, 81)])

  const far = createFeed({ ...source, readPosition: at('50') })
  await far.start()
  assert.deepEqual([waitingOf(far), idsOf(far)], [down(100, 81), down(50, 31)])
  far.showWaiting()
  assert.deepEqual(gapsOf(far), ['81'])

  for (const position of [at('0'), at(null), () => Promise.reject(new Error())]) {
    const feed = createFeed({ ...source, readPosition: position })
    await feed.start()
    assert.deepEqual(idsOf(feed), down(100, 81), 'an unknown position leads to the newest page')
  }
})

test('a feed that begins at its newest keeps the way back to where the reader had stopped', async () => {
  const { source, list } = listed(100)
  const near = createFeed({ ...source, readPosition: at(null, '90') })
  await near.start()
  assert.deepEqual([near.left.value, idsOf(near), waitingOf(near)], ['90', down(100, 81), []])
  list.asked = []
  assert.equal(await near.readLeft(), true)
  assert.deepEqual(list.asked, [], 'it is there')
  assert.deepEqual([readFrom(near), idsOf(near)], [['90'], down(100, 81)])

  const far = createFeed({ ...source, readPosition: at(null, '50') })
  await far.start()
  await far.readOlder()
  assert.equal(await far.readLeft(), true)
  assert.deepEqual(idsOf(far), [...down(100, 61), ...down(50, 31)])
  assert.deepEqual(gapsOf(far), ['61'])
  assert.deepEqual(readFrom(far), ['50'])
  await far.readOlder()
  assert.equal(idsOf(far).at(-1), '11')
  await fillAll(far, 'upper')
  assert.deepEqual(idsOf(far), down(100, 11))
  far.forgetLeft()
  assert.equal(far.left.value, null)
})

test('a way back that leads nowhere is none, and one that fails can be tried again', async () => {
  const { source, list } = listed(100)
  const top = createFeed({ ...source, readPosition: at(null, '100') })
  await top.start()
  assert.equal(top.left.value, null)

  const feed = createFeed({ ...source, readPosition: at(null, '50') })
  await feed.start()
  list.isBroken = true
  assert.equal(await feed.readLeft(), false)
  assert.equal(feed.state.value, 'failed')
  list.isBroken = false
  assert.equal(await feed.readLeft(), true)
  assert.deepEqual([gapsOf(feed), feed.state.value], [['81'], 'ready'])

  list.newest = 30
  const rebuilt = createFeed({ ...source, readPosition: at(null, '0') })
  await rebuilt.start()
  assert.deepEqual([await rebuilt.readLeft(), rebuilt.state.value], [false, 'ready'])
  await rebuilt.readOlder()
  assert.deepEqual(idsOf(rebuilt), down(30, 1), 'nothing of what is newer is lost')
})

for (const end of ['upper', 'lower'] as const) {
  test(`a gap after a lost connection is filled from its ${end} end until both ends meet`, async () => {
    const { source, list } = listed(30)
    const feed = createFeed(source)
    await feed.start()
    list.newest = 100
    await feed.readNewer()
    assert.deepEqual(waitingOf(feed), down(100, 81))
    feed.showWaiting()
    assert.deepEqual(gapsOf(feed), ['81'])
    assert.deepEqual(idsOf(feed), [...down(100, 81), ...down(30, 11)])

    const [block] = feed.blocks.value.filter(({ gap }) => gap)
    await feed.readGap(block!, end)
    assert.deepEqual(gapsOf(feed), [end === 'upper' ? '61' : '81'])
    await fillAll(feed, end)

    assert.deepEqual(idsOf(feed), down(100, 11))
  })

  test(`a post of the person in the midst of a gap hides nothing, read from the ${end} end`, async () => {
    const { source, list } = listed(30)
    const feed = createFeed(source)
    await feed.start()
    list.newest = 100
    feed.add(entry(70))
    feed.add(entry(71))
    await feed.readNewer()
    feed.showWaiting()
    assert.deepEqual(idsOf(feed), [...down(100, 81), '71', '70', ...down(30, 11)])
    await fillAll(feed, end)

    assert.deepEqual(idsOf(feed), down(100, 11))
  })
}

test('a post between two gaps is found by both', async () => {
  const { source, list } = listed(30)
  const feed = createFeed(source)
  await feed.start()
  for (const newest of [100, 200]) {
    list.newest = newest
    await feed.readNewer()
    feed.add(entry(newest + 50))
  }
  feed.showWaiting()
  await fillAll(feed, 'upper')

  assert.deepEqual(idsOf(feed), ['250', ...down(200, 11)])
})

test('a post of the person that arrives by itself, too, has nothing missing around it', async () => {
  const { source, list } = listed(30)
  const feed = createFeed(source)
  await feed.start()
  feed.add(entry(31))
  feed.receive(entry(31))
  list.newest = 100
  await feed.readNewer()
  feed.showWaiting()

  assert.deepEqual(list.asked.at(-1), { since_id: '31' })
  assert.deepEqual(gapsOf(feed), ['81'])
})

test('a gap that could not be read stays, with its reason, and is read again', async () => {
  const { source, list } = listed(30)
  const feed = createFeed(source)
  await feed.start()
  list.newest = 60
  await feed.readNewer()
  feed.showWaiting()
  const gap = () => feed.blocks.value.find((block) => block.gap)!
  list.isBroken = true

  const reads = feed.readGap(gap(), 'upper')
  assert.equal(gap().gap?.busy, true)
  const asked = list.asked.length
  await feed.readGap(gap(), 'upper')
  assert.equal(list.asked.length, asked, 'it is read once at a time')
  await reads
  assert.equal(gap().gap?.error?.status, 0)
  list.isBroken = false
  await fillAll(feed, 'upper')

  assert.deepEqual(idsOf(feed), down(60, 11))
})

test('a page or less after a lost connection leaves no gap', async () => {
  const { source, list } = listed(30)
  const feed = createFeed(source)
  await feed.start()
  list.newest = 49
  await Promise.all([feed.readNewer(), feed.readNewer()])
  feed.showWaiting()

  assert.deepEqual(idsOf(feed), down(49, 11))
  assert.deepEqual(gapsOf(feed), [])
  assert.equal(list.asked.length, 2, 'two wishes at once are one question')
})

test('a feed that was empty reads its first entries when it is looked at again', async () => {
  const { source, list } = listed(0)
  const feed = createFeed(source)
  await feed.start()
  assert.equal(feed.state.value, 'end')
  list.newest = 2
  await feed.readNewer()

  assert.deepEqual(idsOf(feed), down(2, 1))
})

test('no more wait than are kept, and the others are found behind them', async () => {
  const { source, list } = listed(20)
  const feed = createFeed(source)
  await feed.start()
  list.newest = 20 + MOST_WAITING + 15
  for (const id of down(list.newest, 21).toReversed()) feed.receive({ id })
  assert.equal(feed.waiting.value.length, MOST_WAITING)
  feed.showWaiting()
  assert.deepEqual(gapsOf(feed), ['36'])
  await fillAll(feed, 'upper')

  assert.deepEqual(idsOf(feed), down(list.newest, 1))
})

test('what the person made stands at the top at once, and by its age among what waited', async () => {
  const { source } = listed(3)
  const feed = createFeed(source)
  await feed.start()
  feed.receive(entry(4))
  feed.receive(entry(5))
  feed.add(entry(5))
  feed.add(entry(5))
  feed.receive(entry(6))
  assert.deepEqual(
    [waitingOf(feed), idsOf(feed)],
    [
      ['6', '4'],
      ['5', '3', '2', '1'],
    ],
  )
  feed.showWaiting()

  assert.deepEqual(idsOf(feed), down(6, 1))
  assert.deepEqual(gapsOf(feed), [])
})

test('a deleted entry goes from where it stands and where it waits', async () => {
  const { source } = listed(7)
  const feed = createFeed(source)
  await feed.start()
  feed.receive(entry(8))
  feed.receive(entry(9))
  const [, untouched] = feed.blocks.value
  feed.remove(({ id }) => id === '8' || id === '6')

  assert.deepEqual([waitingOf(feed), idsOf(feed)], [['9'], ['7', '5', '4', '3', '2', '1']])
  assert.equal(feed.blocks.value[1], untouched, 'other blocks are not drawn again')
})

test('a gap survives the deletion of the entries around it', async () => {
  const { source, list } = listed(30)
  const feed = createFeed(source)
  await feed.start()
  list.newest = 100
  await feed.readNewer()
  list.gone = new Set(['81', '82', '30'])
  feed.remove(({ id }) => list.gone.has(id))
  feed.showWaiting()
  assert.deepEqual(gapsOf(feed), ['83'])
  await fillAll(feed, 'lower')

  assert.deepEqual(
    idsOf(feed),
    down(100, 11).filter((id) => !list.gone.has(id)),
  )
})
