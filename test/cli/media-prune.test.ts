import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { newKey } from '../../src/kernel/storage/keys.ts'
import { Operator } from '../support/operator.ts'

test('media prune removes kept files that were not used for some days', async () => {
  using operator = await Operator.started()
  await using server = await operator.open()
  const { app } = server
  for (const [name, days] of [
    ['old', 8],
    ['new', 1],
  ] as const) {
    await app.transact((tx) =>
      tx.db
        .insertInto('media_cache')
        .values({
          id: `avatar/${name}`,
          source_url: `https://away.test/${name}.png`,
          storage_key: newKey('cache', 'png'),
          content_type: 'image/png',
          bytes: 1024 ** 2,
          used_at: app.clock() - days * DAY,
          created_at: app.clock() - days * DAY,
        })
        .execute(),
    )
  }
  await server[Symbol.asyncDispose]()

  assert.equal(await operator.done('media', 'prune'), '1 file removed, 1.0 MB free')
  assert.equal(await operator.done('media', 'prune', '--days', '0'), '1 file removed, 1.0 MB free')
  const wrong = await operator.run('media', 'prune', '--days', 'all')
  assert.equal(wrong.code, 2)
  assert.match(wrong.notes, /--days must be a number of days/)
})
