import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  claimHosts,
  firstDue,
  releaseHosts,
  renewLeases,
  scheduleHosts,
} from '../../src/activitypub/delivery/hosts.ts'
import { openTestDatabase } from '../support/database.ts'

const HOST = 'other.example'
const NOW = 1_000_000
const LEASE = { lane: 'living', limit: 10, now: NOW, lockedUntil: NOW + 30_000 } as const

test('the lease of a host is renewed while it is held, and not once it was let go of', async () => {
  await using database = await openTestDatabase()
  const isFree = async (now: number) => (await firstDue(database.db, 'living', now)) !== null
  await database.transaction((db) => scheduleHosts(db, [HOST], NOW))
  const claimed = await database.transaction((db) => claimHosts(db, LEASE))
  assert.deepEqual(
    claimed.map(({ host }) => host),
    [HOST],
  )

  await database.transaction((db) => renewLeases(db, [HOST], NOW + 60_000))
  assert.equal(await isFree(NOW + 40_000), false)
  await database.transaction((db) => releaseHosts(db, claimed))
  // begun while the host was held, and written only now
  await database.transaction((db) => renewLeases(db, [HOST], NOW + 90_000))
  await database.transaction((db) => scheduleHosts(db, [HOST], NOW + 50_000))

  assert.equal(await isFree(NOW + 50_000), true)
})
