import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { test } from 'node:test'
import { loadKeys } from '../../src/kernel/core/keys.ts'
import { openTestDatabase } from '../support/database.ts'

test('keys are made once and read again at every later start', async () => {
  await using database = await openTestDatabase()

  const first = await loadKeys(database)
  const second = await loadKeys(database)

  assert.deepEqual(second, first)
  assert.equal(first.tokenSecret.length, 32)
  assert.equal(first.csrfSecret.length, 32)
  assert.notDeepEqual(first.tokenSecret, first.csrfSecret)
})

test('processes that start together agree on the keys', async () => {
  await using database = await openTestDatabase()

  const all = await Promise.all(Array.from({ length: 5 }, () => loadKeys(database)))

  for (const keys of all) assert.deepEqual(keys, all[0])
})

test('the VAPID pair is an uncompressed P-256 point and its private value', async () => {
  await using database = await openTestDatabase()

  const { publicKey, privateKey } = (await loadKeys(database)).vapid
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')

  assert.equal(Buffer.from(publicKey, 'base64url').length, 65)
  assert.equal(Buffer.from(privateKey, 'base64url').length, 32)
  assert.equal(pair.getPublicKey('base64url'), publicKey)
})
