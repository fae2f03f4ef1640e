import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../../src/db/start-error.ts'
import { leaseProcessNumber } from '../../src/process-number.ts'
import { openTestDatabase } from '../support/database.ts'

const NOW = Date.UTC(2030, 0, 1)
const unexpected = () => assert.fail('the number was lost')

test('32 processes get 32 numbers, and the next one a clear line', async () => {
  await using database = await openTestDatabase()
  await using held = new AsyncDisposableStack()
  const lease = async () =>
    held.use(await leaseProcessNumber(database, () => NOW, unexpected)).number

  const numbers = []
  for (let process = 0; process < 32; process++) numbers.push(await lease())

  assert.deepEqual(
    numbers.sort((a, b) => a - b),
    Array.from({ length: 32 }, (_, number) => number),
  )
  await assert.rejects(lease, StartError)
})

test('a number that was given up, or whose process went silent for a minute, is free again', async () => {
  await using database = await openTestDatabase()
  let now = NOW
  const lease = () => leaseProcessNumber(database, () => now, unexpected)
  const held = []
  for (let process = 0; process < 32; process++) held.push(await lease())

  const { number } = held[7]!
  await held[7]![Symbol.asyncDispose]()
  const next = await lease()
  assert.equal(next.number, number)

  now += 60_000
  const [first, second] = [await lease(), await lease()]
  assert.notEqual(first.number, second.number)
  for (const one of [...held, next, first, second]) await one[Symbol.asyncDispose]()
})

test('a process that keeps its number renews it, and hears when another one has taken it', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] })
  await using database = await openTestDatabase()
  let now = NOW
  let lost = 0
  await using lease = await leaseProcessNumber(
    database,
    () => now,
    () => lost++,
  )
  const leases = () => database.db.selectFrom('process_lease').selectAll().execute()

  now += 50_000
  context.mock.timers.tick(20_000)
  while ((await leases())[0]?.expires_at !== now + 60_000) await wait(1)
  assert.equal((await leases())[0]?.number, lease.number)
  assert.equal(lost, 0)

  await database.transaction((db) =>
    db.updateTable('process_lease').set({ holder: 'another' }).execute(),
  )
  context.mock.timers.tick(20_000)
  while (lost === 0) await wait(1)
  assert.equal(lost, 1)
})
