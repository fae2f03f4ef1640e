import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE } from '../../src/kernel/base/durations.ts'
import { Unreachable } from '../../src/kernel/base/errors.ts'
import { JobBench } from '../support/job-bench.ts'

test('a job runs once with its payload and is gone afterwards', async () => {
  await using bench = await JobBench.open()
  const seen: unknown[] = []
  const runner = bench.runner({
    'test.note': { run: async (_, payload) => void seen.push(payload) },
  })
  await bench.enqueue({ kind: 'test.note', payload: { word: 'seed' } })

  await runner.settle()
  await runner.settle()

  assert.deepEqual(seen, [{ word: 'seed' }])
  assert.deepEqual(await bench.rows(), [])
})

test('a job does not run before its time', async () => {
  await using bench = await JobBench.open()
  let runs = 0
  const runner = bench.runner({ 'test.later': { run: async () => void runs++ } })
  await bench.enqueue({ kind: 'test.later', payload: {}, runAt: bench.now + MINUTE })

  await runner.settle()
  assert.equal(runs, 0)

  bench.now += MINUTE
  await runner.settle()
  assert.equal(runs, 1)
})

test('a job of the same kind and key is not queued while one waits, but is while one runs', async () => {
  await using bench = await JobBench.open()
  const words: unknown[] = []
  const again = (word: string) =>
    bench.enqueue({ kind: 'test.keyed', payload: { word }, uniqueKey: 'seed' })
  const runner = bench.runner({
    'test.keyed': {
      async run(_, { word }) {
        words.push(word)
        if (word === 'first') await again('second')
      },
    },
  })
  await again('first')
  await again('refused')
  await bench.enqueue({ kind: 'test.keyed', payload: { word: 'other' }, uniqueKey: 'fruit' })

  await runner.settle()

  assert.deepEqual(words.sort(), ['first', 'other', 'second'])
})

test('a failed job that finds another of its key waiting gives way to it', async () => {
  await using bench = await JobBench.open()
  const runner = bench.runner({
    'test.keyed': {
      async run() {
        await bench.enqueue({
          kind: 'test.keyed',
          payload: { word: 'second' },
          uniqueKey: 'seed',
          runAt: bench.now + MINUTE,
        })
        throw new Error('no luck')
      },
    },
  })
  await bench.enqueue({ kind: 'test.keyed', payload: { word: 'first' }, uniqueKey: 'seed' })

  await runner.settle()

  const rows = await bench.rows()
  assert.deepEqual(
    rows.map((row) => row.payload),
    [{ word: 'second' }],
  )
})

test('a failed job comes back after ten seconds, then after twice as long', async () => {
  await using bench = await JobBench.open()
  const runner = bench.runner({ 'test.fail': { run: () => Promise.reject(new Error('no luck')) } })
  await bench.enqueue({ kind: 'test.fail', payload: {} })

  await runner.settle()
  const [first] = await bench.rows()
  const firstDelay = first!.run_at - bench.now
  assert.equal(first!.attempts, 1)
  assert.equal(first!.last_error, 'Error: no luck')
  assert.ok(firstDelay >= 7500 && firstDelay <= 12_500, String(firstDelay))

  bench.now = first!.run_at
  await runner.settle()
  const [second] = await bench.rows()
  const secondDelay = second!.run_at - bench.now
  assert.equal(second!.attempts, 2)
  assert.ok(secondDelay >= 15_000 && secondDelay <= 25_000, String(secondDelay))
})

test('after its last try a job is parked with its error and runs no more', async () => {
  await using bench = await JobBench.open()
  let runs = 0
  const run = () => {
    runs++
    throw new Error('broken')
  }
  const runner = bench.runner({ 'test.fail': { run, maxAttempts: 2 } })
  await bench.enqueue({ kind: 'test.fail', payload: {} })

  for (let day = 0; day < 4; day++) {
    await runner.settle()
    bench.now += 24 * 60 * MINUTE
  }

  const [row] = await bench.rows()
  assert.equal(runs, 2)
  assert.notEqual(row!.parked_at, null)
  assert.equal(row!.last_error, 'Error: broken')
})

test('a job that lapses is not parked when other servers keep it from being done, but for a defect it is', async () => {
  for (const [error, left] of [
    [new Unreachable('away.example does not answer'), 0],
    [new TypeError('a defect'), 1],
  ] as const) {
    await using bench = await JobBench.open()
    let tries = 0
    const run = async () => {
      tries += 1
      throw error
    }
    const runner = bench.runner({ 'test.lapse': { run, maxAttempts: 2, lapses: true } })
    await bench.enqueue({ kind: 'test.lapse', payload: {} })

    for (let minute = 0; minute < 5; minute++) {
      await runner.settle()
      bench.now += MINUTE
    }

    assert.equal(tries, 2)
    assert.equal((await bench.rows()).length, left, error.message)
  }
})

test('A38 a handler that throws costs its own job one try: the others run', async () => {
  await using bench = await JobBench.open()
  const seen: unknown[] = []
  const runner = bench.runner({
    'test.parse': {
      run(_, { word }) {
        if (word === 'poison') throw new RangeError('too deep')
        seen.push(word)
        return Promise.resolve()
      },
    },
  })
  await bench.enqueue(
    { kind: 'test.parse', payload: { word: 'before' } },
    { kind: 'test.parse', payload: { word: 'poison' } },
    { kind: 'test.parse', payload: { word: 'after' } },
  )

  await runner.settle()

  assert.deepEqual(seen.sort(), ['after', 'before'])
  const rows = await bench.rows()
  assert.deepEqual(
    rows.map((row) => [row.payload.word, row.last_error]),
    [['poison', 'RangeError: too deep']],
  )
})

test('A38 a job that ended its process on every try is parked instead of run again', async () => {
  await using bench = await JobBench.open()
  let runs = 0
  const runner = bench.runner({ 'test.crash': { run: async () => void runs++, maxAttempts: 3 } })
  await bench.enqueue({ kind: 'test.crash', payload: {} }, { kind: 'test.crash', payload: {} })
  const [crashed] = await bench.rows()
  await bench.database.transaction((db) =>
    db
      .updateTable('job')
      .set({ attempts: 3, locked_until: bench.now - 1 })
      .where('id', '=', crashed!.id)
      .execute(),
  )

  await runner.settle()

  const rows = await bench.rows()
  assert.equal(runs, 1)
  assert.deepEqual(
    rows.map((row) => [row.id, row.parked_at]),
    [[crashed!.id, bench.now]],
  )
})

test('a recurring job has one row however many processes start, and runs every time again', async () => {
  await using bench = await JobBench.open()
  let runs = 0
  const handlers = { 'test.daily': { run: async () => void runs++, every: 24 * 60 * MINUTE } }
  const runners = [bench.runner(handlers), bench.runner(handlers), bench.runner(handlers)]
  for (const runner of runners) runner.start()
  for (const runner of runners) await runner.settle()
  assert.equal((await bench.rows()).length, 1)

  bench.now += MINUTE
  for (const runner of runners) await runner.settle()
  assert.equal(runs, 1)

  bench.now += 24 * 60 * MINUTE
  for (const runner of runners) await runner.settle()
  const rows = await bench.rows()
  assert.equal(runs, 2)
  assert.deepEqual(
    rows.map((row) => [row.run_at, row.attempts]),
    [[bench.now + 24 * 60 * MINUTE, 0]],
  )
})

test('a recurring job that fails is never parked and waits at most for its next turn', async () => {
  await using bench = await JobBench.open()
  const run = () => Promise.reject(new Error('no luck'))
  const runner = bench.runner({ 'test.minutely': { run, every: MINUTE, maxAttempts: 2 } })
  runner.start()
  await runner.settle()

  for (let turn = 0; turn < 6; turn++) {
    bench.now += MINUTE
    await runner.settle()
  }

  const [row] = await bench.rows()
  assert.equal(row!.parked_at, null)
  assert.ok(row!.attempts > 2, String(row!.attempts))
  assert.ok(row!.run_at <= bench.now + MINUTE)
})
