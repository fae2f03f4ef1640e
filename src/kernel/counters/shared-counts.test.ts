import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from '../instruments/metrics.ts'
import type { Count, CountStore } from './count-store.ts'
import { createSharedCounts } from './shared-counts.ts'

/** A store in memory, which can be away. */
function createStore() {
  const totals = new Map<string, number>()
  const state = { away: false, totals }
  const one = ({ key, endsAt, amount }: Count, most = Number.POSITIVE_INFINITY) => {
    const total = (totals.get(`${key} ${endsAt}`) ?? 0) + amount
    if (total <= most) totals.set(`${key} ${endsAt}`, total)
    return total
  }
  const answer = async <T>(work: () => T): Promise<T> => {
    if (state.away) throw new Error('away')
    return work()
  }
  const store: CountStore = {
    name: 'The store',
    isCheap: true,
    take: (counts) => answer(() => counts.map((count) => one(count, count.limit))),
    add: (counts) => answer(() => counts.map((count) => one(count))),
  }
  return { store, state }
}

/** Processes over one store, with the lines that they logged. */
function createProcesses(number: number) {
  const { store, state } = createStore()
  const time = { now: 0 }
  const lines: string[] = []
  const add = (_: unknown, line?: string) => void lines.push(line ?? String(_))
  const metrics = createMetrics()
  const log = { info: add, warn: add }
  const processes = Array.from({ length: number }, () =>
    createSharedCounts({ store, clock: () => time.now, log, metrics }),
  )
  const close = async () => {
    for (const one of processes) await one[Symbol.asyncDispose]()
  }
  return { processes, state, time, lines, [Symbol.asyncDispose]: close }
}

const count = (more: Partial<Count> = {}): Count => ({
  ...{ key: 'ann@example.org', amount: 1, limit: 5, endsAt: 60_000 },
  ...more,
})

test('a flush sends also what was counted while another one was under way', async () => {
  await using all = createProcesses(1)
  const [a] = all.processes as [(typeof all.processes)[0]]
  a.takeSoon(count())
  const under = a.flush()
  a.takeSoon(count())

  await a.flush()

  assert.deepEqual([...all.state.totals.values()], [2])
  await under
})

test('counts of others are known after both sent theirs', async () => {
  await using all = createProcesses(2)
  const [a, b] = all.processes as [(typeof all.processes)[0], (typeof all.processes)[0]]

  assert.deepEqual([a.takeSoon(count()), a.takeSoon(count()), b.takeSoon(count())], [4, 3, 4])
  await a.flush()
  await b.flush()

  assert.equal(b.leftSoon(count({ amount: 0 })), 2)
  assert.deepEqual([b.takeSoon(count()), b.takeSoon(count()), b.takeSoon(count())], [1, 0, -1])
  assert.equal(b.takeSoon(count({ endsAt: 120_000 })), 4)
})

test('a store that is away is told once, and gets afterwards what was counted meanwhile', async () => {
  await using all = createProcesses(1)
  const [a] = all.processes as [(typeof all.processes)[0]]
  all.state.away = true
  a.takeSoon(count())
  a.takeSoon(count({ key: 'over', endsAt: 1000 }))
  await a.flush()
  await a.flush()
  assert.equal(await a.take([count()]), null)

  all.state.away = false
  all.time.now = 2000
  await a.flush()

  assert.deepEqual(all.lines, [
    'The store does not count: each process counts alone',
    'The store counts for all processes again',
  ])
  assert.deepEqual([...all.state.totals.values()], [1])
  assert.deepEqual(await a.take([count()]), [3])
})

test('keys leave the process hashed', async () => {
  await using all = createProcesses(1)
  all.processes[0]!.takeSoon(count())
  await all.processes[0]!.flush()
  await all.processes[0]!.take([count({ key: 'bob@example.org' })])

  assert.equal(all.state.totals.size, 2)
  for (const key of all.state.totals.keys()) assert.doesNotMatch(key, /@/)
})
