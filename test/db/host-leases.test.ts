import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  claimHosts,
  firstDue,
  releaseHosts,
  renewLeases,
  scheduleHosts,
} from '../../src/kernel/activitypub/delivery/hosts.ts'
import { openTestDatabase } from '../support/database.ts'

const HOST = 'other.example'
const NOW = 1_000_000
const LEASE = {
  lane: 'living',
  limit: 10,
  now: NOW,
  leaseNow: NOW,
  holder: 'first',
  lockedUntil: NOW + 30_000,
} as const
const until = (lockedUntil: number) => ({ holder: 'first', lockedUntil })

test('the lease of a host is renewed while it is held, and not once it was let go of', async () => {
  await using database = await openTestDatabase()
  const isFree = async (now: number) => (await firstDue(database.db, 'living', now)) !== null
  await database.transaction((db) => scheduleHosts(db, [HOST], NOW))
  const claimed = await database.transaction((db) => claimHosts(db, LEASE))
  assert.deepEqual(
    claimed.map(({ host }) => host),
    [HOST],
  )

  await database.transaction((db) => renewLeases(db, [HOST], until(NOW + 60_000)))
  assert.equal(await isFree(NOW + 40_000), false)
  await database.transaction((db) => releaseHosts(db, 'first', claimed))
  // begun while the host was held, and written only now
  await database.transaction((db) => renewLeases(db, [HOST], until(NOW + 90_000)))
  await database.transaction((db) => scheduleHosts(db, [HOST], NOW + 50_000))

  assert.equal(await isFree(NOW + 50_000), true)
})

test('a process that does not hold a host any more neither renews nor releases it for its new holder', async () => {
  await using database = await openTestDatabase()
  await database.transaction((db) => scheduleHosts(db, [HOST], NOW))
  const first = await database.transaction((db) => claimHosts(db, LEASE))
  // as the first holder does not hear that this was committed, it will do it again
  await database.transaction((db) => releaseHosts(db, 'first', first))
  await database.transaction((db) => scheduleHosts(db, [HOST], NOW))
  const second = await database.transaction((db) => claimHosts(db, { ...LEASE, holder: 'second' }))

  await database.transaction((db) => releaseHosts(db, 'first', first))
  const renewed = await database.transaction((db) => renewLeases(db, [HOST], until(NOW + 90_000)))

  assert.equal(second.length, 1)
  assert.deepEqual(renewed, [])
  const isFree = async (now: number) => (await firstDue(database.db, 'living', now)) !== null
  assert.equal(await isFree(NOW), false, 'the second holder delivers to it')
  assert.equal(await isFree(NOW + 30_000), true, 'its lease ends as it was')
})
