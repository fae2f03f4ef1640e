import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { JobBench } from '../support/job-bench.ts'

test('two runners at once run every job once', async () => {
  await using bench = await JobBench.open()
  const runs = new Map<unknown, number>()
  const handlers = {
    'test.count': {
      concurrency: 4,
      async run(_: unknown, { number }: Record<string, unknown>) {
        await wait(1)
        runs.set(number, (runs.get(number) ?? 0) + 1)
      },
    },
  }
  const runners = [bench.runner(handlers), bench.runner(handlers)]
  await bench.enqueue(
    ...Array.from({ length: 60 }, (_, number) => ({ kind: 'test.count', payload: { number } })),
  )

  await Promise.all(runners.map((runner) => runner.settle()))
  await runners[0]!.settle()

  assert.equal(runs.size, 60)
  assert.deepEqual(new Set(runs.values()), new Set([1]))
  assert.deepEqual(await bench.rows(), [])
})

test('a recurring job that is due runs once, though several runners claim at the same time', async () => {
  await using bench = await JobBench.open()
  let runs = 0
  const run = async () => {
    runs++
    await wait(2)
  }
  const handlers = { 'test.hourly': { run, every: 3_600_000 } }
  const runners = Array.from({ length: 4 }, () => bench.runner(handlers))
  for (const runner of runners) runner.start()
  await Promise.all(runners.map((runner) => runner.settle()))

  for (const turn of [1, 2, 3]) {
    bench.now += 3_600_000
    await Promise.all(runners.map((runner) => runner.settle()))
    await runners[0]!.settle()
    assert.equal(runs, turn)
  }
})

test('a job waits while another process runs one with its key, and others of its kind do not', async () => {
  await using bench = await JobBench.open()
  const gate = Promise.withResolvers<void>()
  const order: string[] = []
  const handlers = {
    'test.send': {
      async run(_: unknown, { text }: Record<string, unknown>) {
        if (text === 'first') await gate.promise
        order.push(String(text))
      },
    },
  }
  const [one, other] = [bench.runner(handlers, true), bench.runner(handlers, true)]
  const job = (text: string, uniqueKey: string) => ({
    ...{ kind: 'test.send', payload: { text }, uniqueKey },
  })
  await bench.enqueue(job('first', 'post 1'))
  const settled = one.settle()
  while ((await bench.rows())[0]!.locked_until === null) await wait(1)
  await bench.enqueue(job('second', 'post 1'), job('different', 'post 2'))

  await other.settle()
  assert.deepEqual(order, ['different'])
  gate.resolve()
  await settled
  await other.settle()

  assert.deepEqual(order, ['different', 'first', 'second'])
})

test('no more of a kind run at once than its concurrency', async () => {
  await using bench = await JobBench.open()
  let running = 0
  let most = 0
  const runner = bench.runner({
    'test.narrow': {
      concurrency: 3,
      async run() {
        most = Math.max(most, ++running)
        await wait(2)
        running--
      },
    },
  })
  await bench.enqueue(...Array.from({ length: 20 }, () => ({ kind: 'test.narrow', payload: {} })))

  await runner.settle()

  assert.equal(most, 3)
})

test('a flood of one kind does not delay another', async () => {
  await using bench = await JobBench.open()
  const order: string[] = []
  const run = (kind: string) => async () => void order.push(kind)
  const runner = bench.runner({
    'test.flood': { run: run('flood') },
    'test.urgent': { run: run('urgent') },
  })
  await bench.enqueue(...Array.from({ length: 100 }, () => ({ kind: 'test.flood', payload: {} })), {
    kind: 'test.urgent',
    payload: {},
  })

  await runner.settle()

  assert.equal(order.length, 101)
  assert.ok(order.indexOf('urgent') < 3, String(order.indexOf('urgent')))
})

test('a job whose process died runs again once its lease is over', async (context) => {
  await using bench = await JobBench.open()
  // the dead renews no lease, however long this takes
  context.mock.timers.enable({ apis: ['setInterval'] })
  let runs = 0
  const silent = Promise.withResolvers<void>()
  const run = () => {
    runs++
    return silent.promise
  }
  const dead = bench.runner({ 'test.work': { run } })
  const alive = bench.runner({ 'test.work': { run: async () => void runs++ } })
  await bench.enqueue({ kind: 'test.work', payload: {} })
  const deadSettled = dead.settle()
  while (runs === 0) await wait(1)

  bench.now += 29_000
  await alive.settle()
  assert.equal(runs, 1)

  bench.now += 1000
  await alive.settle()
  assert.equal(runs, 2)
  assert.deepEqual(await bench.rows(), [])
  silent.resolve()
  await deadSettled
})

test('the lease of a job that runs long is renewed', async (context) => {
  await using bench = await JobBench.open()
  context.mock.timers.enable({ apis: ['setInterval'] })
  const gate = Promise.withResolvers<void>()
  let runs = 0
  const run = () => {
    runs++
    return gate.promise
  }
  const [first, second] = [
    bench.runner({ 'test.long': { run } }),
    bench.runner({ 'test.long': { run } }),
  ]
  await bench.enqueue({ kind: 'test.long', payload: {} })
  const settled = first.settle()
  while (runs === 0) await wait(1)

  bench.now += 25_000
  context.mock.timers.tick(10_000)
  while ((await bench.rows())[0]!.locked_until !== bench.now + 30_000) await wait(1)
  bench.now += 25_000
  await second.settle()

  assert.equal(runs, 1)
  gate.resolve()
  await settled
})

test('a job whose lease ended while it runs here is not run beside itself, nor given up', async (context) => {
  await using bench = await JobBench.open()
  // no lease is renewed: it is claimed anew
  context.mock.timers.enable({ apis: ['setInterval'] })
  const gate = Promise.withResolvers<void>()
  let runs = 0
  const runner = bench.runner({
    'test.work': {
      concurrency: 4,
      maxAttempts: 1,
      run() {
        runs++
        return gate.promise
      },
    },
  })
  await bench.enqueue({ kind: 'test.work', payload: {} })
  runner.start()
  while (runs === 0) await wait(1)

  bench.now += 30_000
  runner.wake()
  while ((await bench.rows())[0]!.locked_until !== bench.now + 30_000) await wait(1)
  const [row] = await bench.rows()
  assert.deepEqual([runs, row!.parked_at], [1, null])

  gate.reject(new Error('it failed'))
  while ((await bench.rows())[0]!.parked_at === null) await wait(1)
  assert.match((await bench.rows())[0]!.last_error!, /it failed/)
  assert.equal(runs, 1)
})

test('a failure of a runner that lost its lease does not take the job from the one that has it', async (context) => {
  await using bench = await JobBench.open()
  // no lease is renewed
  context.mock.timers.enable({ apis: ['setInterval'] })
  const late = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  let runs = 0
  const counted = (result: Promise<void>) => () => {
    runs++
    return result
  }
  const slow = bench.runner({ 'test.work': { run: counted(late.promise) } })
  const taker = bench.runner({ 'test.work': { run: counted(gate.promise) } })
  await bench.enqueue({ kind: 'test.work', payload: {} })
  const slowSettled = slow.settle()
  while (runs === 0) await wait(1)
  bench.now += 30_000
  const takerSettled = taker.settle()
  while (runs === 1) await wait(1)

  late.reject(new Error('too late'))
  await slowSettled
  const [row] = await bench.rows()

  assert.equal(row!.last_error, null)
  assert.notEqual(row!.locked_until, null)
  gate.resolve()
  await takerSettled
  assert.deepEqual(await bench.rows(), [])
})

test('a started runner runs what is queued when woken, and what becomes due by itself', async () => {
  await using bench = await JobBench.open()
  const seen: unknown[] = []
  const runner = bench.runner({
    'test.note': { run: async (_, { word }) => void seen.push(word) },
  })
  runner.start()
  await runner.settle()

  await bench.enqueue({ kind: 'test.note', payload: { word: 'now' } })
  await bench.enqueue({ kind: 'test.note', payload: { word: 'soon' }, runAt: bench.now + 40 })
  runner.wake()
  while (seen.length < 1) await wait(1)
  bench.now += 40
  while (seen.length < 2) await wait(1)

  assert.deepEqual(seen, ['now', 'soon'])
})

test('stop waits for running jobs and takes no more', async () => {
  await using bench = await JobBench.open()
  const gate = Promise.withResolvers<void>()
  let runs = 0
  const run = () => {
    runs++
    return gate.promise
  }
  const runner = bench.runner({ 'test.work': { run } })
  await bench.enqueue({ kind: 'test.work', payload: {} }, { kind: 'test.work', payload: {} })
  runner.start()
  while (runs === 0) await wait(1)

  const stopped = runner.stop()
  runner.wake()
  gate.resolve()
  await stopped

  const rows = await bench.rows()
  assert.equal(runs, 1)
  assert.deepEqual(
    rows.map((row) => [row.attempts, row.locked_until]),
    [[0, null]],
  )
})

test('what is cut off by the stop can be taken by another process at once, and the try does not count', async (context) => {
  await using bench = await JobBench.open()
  let runs = 0
  const run = () => new Promise<void>(() => runs++)
  const runner = bench.runner({ 'test.stuck': { run } })
  await bench.enqueue({ kind: 'test.stuck', payload: {} })
  runner.start()
  while (runs === 0) await wait(1)
  context.mock.timers.enable({ apis: ['setTimeout'] })

  const stopped = runner.stop()
  await new Promise(setImmediate)
  context.mock.timers.tick(10_000)
  // Connections must not be used meanwhile: their own timers, begun before, would not be ended.
  context.mock.timers.reset()
  await stopped

  const [row] = await bench.rows()
  assert.deepEqual([row!.attempts, row!.locked_until], [0, null])
})
