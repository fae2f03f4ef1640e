import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Unreachable } from '../../kernel/base/errors.ts'
import { createSlots, type SlotLimits } from './slots.ts'

const LIMITS: SlotLimits = {
  usual: { total: 3, ofDomain: 2 },
  slow: { total: 1, ofDomain: 1 },
  quick: 100,
  allowance: 1_000,
  patience: 60_000,
}

/** Slots, a clock, and fetches that end when they are told to. */
function stage(limits: Partial<SlotLimits> = {}) {
  const time = { now: 0 }
  const inSlot = createSlots({ ...LIMITS, ...limits }, () => time.now)
  const running = new Map<string, () => void>()
  const fetch = (host: string, path = '') => {
    const url = `https://${host}/${path}`
    const ended = inSlot(url, (timed) =>
      timed(() => new Promise<void>((end) => running.set(url, end))),
    )
    return { ended, url }
  }
  const end = async (url: string) => {
    running.get(url)?.()
    running.delete(url)
    await nextTurn()
  }
  /** A fetch of so many ms. */
  const fetchFor = async (host: string, ms: number) => {
    const { ended, url } = fetch(host)
    time.now += ms
    await end(url)
    await ended
  }
  /** How many of two fetches from a host run at once, where nothing else does. */
  const atOnce = async (host: string) => {
    const both = [fetch(host, '1'), fetch(host, '2')]
    const { size } = running
    for (const { url } of both) await end(url)
    await Promise.all(both.map(({ ended }) => ended))
    return size
  }
  return { time, inSlot, fetch, fetchFor, atOnce, end, running: () => [...running.keys()] }
}

test('A141 a domain that took its allowance of slow time has slots of its own, until its window ends', async () => {
  const { time, fetch, fetchFor, atOnce, end, running } = stage()
  await fetchFor('slow.example', 600)
  time.now += 300_000
  await fetchFor('slow.example', 600)
  const before = [fetch('slow.example', '1'), fetch('slow.example', '2')]
  assert.equal(running().length, 2, 'it has some of its allowance left')
  time.now += 200
  for (const { url } of before) await end(url)

  const slow = ['a.slow.example', 'b.slow.example', 'slow.example'].map((host) => fetch(host))
  const others = ['one.example', 'two.example', 'three.example'].map((host) => fetch(host))
  assert.deepEqual(running(), [slow[0]!.url, ...others.map(({ url }) => url)])

  for (const { url } of [...slow, ...others]) await end(url)
  await Promise.all([...before, ...slow, ...others].map(({ ended }) => ended))
  time.now += 300_000
  assert.equal(await atOnce('slow.example'), 2)
})

test('A141 quick fetches use no allowance, however many they are', async () => {
  const { fetchFor, atOnce } = stage()
  for (let times = 0; times < 100; times++) await fetchFor('cdn.example', 100)

  assert.equal(await atOnce('cdn.example'), 2)
})

test('A141 what is done here with a picture counts for none', async () => {
  const { time, inSlot, atOnce } = stage()
  await inSlot('https://cdn.example/large', async (timed) => {
    await timed(async () => {})
    time.now += 10_000
  })

  assert.equal(await atOnce('cdn.example'), 2)
})

test('A141 a fetch that waits for those of other domains gives up after its patience too', async () => {
  const { fetch, end } = stage({ patience: 20 })
  const silent = ['one.example', 'two.example', 'three.example'].map((host) => fetch(host))

  await assert.rejects(fetch('honest.example').ended, Unreachable)

  for (const { url } of silent) await end(url)
  await Promise.all(silent.map(({ ended }) => ended))
})
