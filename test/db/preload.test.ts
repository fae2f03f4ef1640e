import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openApp } from '../../src/app/open.ts'
import type { Subscriber } from '../../src/kernel/core/subscriber.ts'
import type { Tx } from '../../src/kernel/core/tx.ts'
import { openTestDatabase } from '../support/database.ts'
import { startTestServer } from '../support/server.ts'

test('all subscribers read for an event at once, each value once, before one of them records it', async () => {
  await using database = await openTestDatabase()
  await using server = await startTestServer()
  const log: string[] = []
  const read = (tx: Tx, key: string) =>
    tx.recall(key, async () => {
      log.push(`${key} asked`)
      await nextTurn()
      log.push(`${key} answered`)
      return key
    })
  const reader = (name: string, ...keys: string[]): Subscriber => ({
    preload: {
      'filters.changed': (tx) => Promise.all(keys.map((key) => read(tx, key))),
    },
    record: {
      async 'filters.changed'(tx, { accountId }) {
        for (const key of keys) log.push(`${name} of ${accountId} has ${await read(tx, key)}`)
      },
    },
  })
  await using opened = await openApp(server.app.config, {
    database,
    subscribers: [reader('first', 'a', 'b'), reader('second', 'b')],
  })

  await opened.app.transact(async (tx) => {
    tx.emit({ type: 'filters.changed', accountId: 'ann' })
    tx.emit({ type: 'filters.changed', accountId: 'ben' })
  })

  const recorded = (account: string) => [
    `first of ${account} has a`,
    `first of ${account} has b`,
    `second of ${account} has b`,
  ]
  assert.deepEqual(log, [
    ...['a asked', 'b asked', 'a answered', 'b answered'],
    ...recorded('ann'),
    ...recorded('ben'),
  ])
})
