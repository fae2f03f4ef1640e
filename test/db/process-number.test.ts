import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { leaseProcessNumber } from '../../src/app/id-lease.ts'
import { StartError } from '../../src/kernel/db/start-error.ts'
import { openTestDatabase } from '../support/database.ts'
import { until } from '../support/in-time.ts'

const NOW = Date.UTC(2030, 0, 1)
const unexpected = () => assert.fail('the number was lost')

test('256 processes get 256 numbers, and the next one a clear line', async () => {
  await using database = await openTestDatabase()
  await using held = new AsyncDisposableStack()
  const lease = async () =>
    held.use(await leaseProcessNumber(database, async () => NOW, unexpected)).number

  const numbers = []
  for (let process = 0; process < 256; process++) numbers.push(await lease())

  assert.deepEqual(
    numbers.sort((a, b) => a - b),
    Array.from({ length: 256 }, (_, number) => number),
  )
  await assert.rejects(lease, StartError)
})

test('a number that was given up, or whose process went silent for a minute, is free again', async () => {
  await using database = await openTestDatabase()
  let now = NOW
  const lease = () => leaseProcessNumber(database, async () => now, unexpected)
  const held = []
  for (let process = 0; process < 256; process++) held.push(await lease())

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
    async () => now,
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

test('a server hears once of another that renews its lease, not of a command or a crashed one', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] })
  await using database = await openTestDatabase()
  let now = NOW
  let found = 0
  const clock = async () => now
  const start = (beside?: () => void) => leaseProcessNumber(database, clock, unexpected, beside)
  await using _command = await start()
  const crashed = await start(() => {})
  await database.transaction((db) =>
    db
      .updateTable('process_lease')
      .set({ holder: 'server that crashed' })
      .where('number', '=', crashed.number)
      .execute(),
  )
  const renewals = async (holders: number) => {
    now += 20_000
    context.mock.timers.tick(20_000)
    const renewed = async () =>
      await database.db
        .selectFrom('process_lease')
        .select('number')
        .where('expires_at', '=', now + 60_000)
        .execute()
    while ((await renewed()).length < holders) await wait(1)
    await wait(20)
  }
  await using _alone = await start(() => found++)
  await renewals(2)
  assert.equal(found, 0)

  await using _second = await start(() => found++)
  for (let renewal = 0; renewal < 3; renewal++) await renewals(3)
  await until(() => found > 0)
  await renewals(3)
  assert.equal(found, 1)
})
