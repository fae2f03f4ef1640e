import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { standStill } from '../../../test/support/stand-still.ts'
import { createDomainSlots } from './domain-slots.ts'

test('one domain has so many places, its subdomains included, and another has its own', async () => {
  const slots = createDomainSlots({ ofDomain: 2 })
  const gate = Promise.withResolvers<void>()
  let running = 0
  const work = async () => {
    running += 1
    await gate.promise
    running -= 1
  }

  const all = ['a.example.com', 'b.example.com', 'c.example.com', 'example.org'].map((host) =>
    slots.run(host, 1000, work),
  )
  await sleep(5)
  const atOnce = running
  gate.resolve()
  const ends = await Promise.all(all)

  assert.equal(atOnce, 3)
  assert.deepEqual(
    ends.map((end) => end !== null),
    [true, true, true, true],
  )
})

test('who waits too long does not begin, and takes no place', async () => {
  const slots = createDomainSlots({ ofDomain: 1 })
  const gate = Promise.withResolvers<void>()
  const first = slots.run('example.com', 1000, () => gate.promise)

  const late = await slots.run('example.com', 5, async () => assert.fail('it began'))
  gate.resolve()
  await first
  const next = await slots.run('example.com', 5, async () => 'next')

  assert.equal(late, null)
  assert.deepEqual(next, { done: 'next' })
})

test('time in which this process stood still does not count for who waits', async () => {
  const slots = createDomainSlots({ ofDomain: 1 })
  // some turns of the event loop, in each of which at most one part of twenty passes
  const turns = async () => {
    for (let times = 0; times < 5; times++) await nextTurn()
  }
  const first = slots.run('example.com', 1000, turns)

  const second = slots.run('example.com', 100, async () => 'done')
  standStill(300)
  await first

  assert.deepEqual(await second, { done: 'done' })
})

test('A35 addresses of one IPv6 network have the places of one domain', async () => {
  const slots = createDomainSlots({ ofDomain: 1 })
  const gate = Promise.withResolvers<void>()
  const first = slots.run('[2001:db8::1]', 1000, () => gate.promise)

  const next = await slots.run('[2001:db8::2]', 5, async () => assert.fail('it began'))
  const other = await slots.run('[2001:db8:0:1::1]', 5, async () => 'other')
  gate.resolve()
  await first

  assert.deepEqual([next, other], [null, { done: 'other' }])
})

test('work that fails gives its place back', async () => {
  const slots = createDomainSlots({ ofDomain: 1 })

  await assert.rejects(
    slots.run('example.com', 5, () => Promise.reject(new Error('no'))),
    /no/,
  )

  assert.deepEqual(await slots.run('example.com', 5, async () => 1), { done: 1 })
})

/** Work that ends when it is told to. */
function openEnded(begun: string[]) {
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((resolve) => ends.set(name, resolve))
  }
  return { work, end: (name: string) => ends.get(name)?.() }
}

test('all domains together have so many places, and take turns', async () => {
  const slots = createDomainSlots({ ofDomain: 2, total: 3 })
  const begun: string[] = []
  const { work, end } = openEnded(begun)
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'c1', 'd1']
  const all = names.map((name) => slots.run(`${name[0]}.example`, 60_000, work(name)))

  assert.deepEqual(begun, ['a1', 'a2', 'b1'])
  for (let at = 0; at < names.length; at++) {
    end(begun[at]!)
    await nextTurn()
  }

  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'b2', 'c1', 'd1', 'a3', 'b3', 'a4'])
  assert.equal((await Promise.all(all)).includes(null), false)
})

test('who waits for a place of all for too long does not begin either, and leaves its turn', async () => {
  const slots = createDomainSlots({ ofDomain: 2, total: 1 })
  const begun: string[] = []
  const { work, end } = openEnded(begun)
  const first = slots.run('a.example', 60_000, work('a'))
  const late = slots.run('b.example', 5, work('b'))
  const next = slots.run('c.example', 60_000, work('c'))

  assert.equal(await late, null)
  end('a')
  await first
  end('c')
  await next

  assert.deepEqual(begun, ['a', 'c'])
})

test('one domain that waits for all gets as many places as it may have', async () => {
  const slots = createDomainSlots({ ofDomain: 2, total: 2 })
  const begun: string[] = []
  const { work, end } = openEnded(begun)
  const names = ['x1', 'x2', 'a1', 'a2', 'a3']
  const all = names.map((name) => slots.run(`${name[0]}.example`, 60_000, work(name)))

  for (const name of ['x1', 'x2']) {
    end(name)
    await nextTurn()
  }
  const atOnce = [...begun]
  for (const name of ['a1', 'a2', 'a3']) {
    end(name)
    await nextTurn()
  }
  await Promise.all(all)

  assert.deepEqual(atOnce, ['x1', 'x2', 'a1', 'a2'])
})
