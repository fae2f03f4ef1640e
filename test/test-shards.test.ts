import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutIntoShards } from '../scripts/test-shards.js'

test('a file that took no time the last time is run', () => {
  const run = { name: 'sqlite', files: ['web/shared/query.test.ts'] }
  const options = { root: '.', cores: 2, seconds: { 'sqlite web/shared/query.test.ts': 0 } }

  const shards = cutIntoShards([run], options)

  assert.deepEqual(shards, [{ ...run, weight: 0 }])
})
