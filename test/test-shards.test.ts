import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutIntoShards } from '../scripts/test-shards.js'

test('a file that took no time the last time is run', () => {
  const run = { name: 'sqlite', files: ['web/shared/query.test.ts'] }
  const options = { root: '.', cores: 2, seconds: { 'sqlite web/shared/query.test.ts': 0 } }

  const shards = cutIntoShards([run], options)

  assert.deepEqual(shards, [{ ...run, weight: 0 }])
})

test('files that share a browser are in two processes at most, of about the same length', () => {
  const files = ['a', 'b', 'c', 'd'].map((name) => `test/browser/${name}.test.ts`)
  const run = { name: 'browser', files }
  const seconds = Object.fromEntries(files.map((file, index) => [`browser ${file}`, 100 + index]))

  const shards = cutIntoShards([run], { root: '.', cores: 2, seconds })

  assert.deepEqual(
    shards.map((shard: { weight: number }) => shard.weight),
    [203, 203],
  )
})
