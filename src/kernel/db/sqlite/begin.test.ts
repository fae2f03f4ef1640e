import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unreachable } from '../../base/errors.ts'
import { begin } from './begin.ts'
import { createCommitGroups } from './commit-groups.ts'
import type { SqliteConnection } from './connection.ts'

/** A database whose write lock another process holds. */
function busyConnection() {
  const seen = { tries: 0 }
  const run = () => {
    seen.tries += 1
    throw Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 })
  }
  return { seen, connection: { run, inTransaction: false } as unknown as SqliteConnection }
}

test('a transaction that has waited long for its turn tries to begin once', async () => {
  const { seen, connection } = busyConnection()

  await assert.rejects(begin(connection, performance.now() - 60_000), Unreachable)

  assert.equal(seen.tries, 1)
})

test('time counts from when a turn was asked for, so those behind each other give up together', async () => {
  const { connection } = busyConnection()
  const since: number[] = []
  const groups = createCommitGroups({
    connection,
    onCommit: () => {},
    async begin(_, asked) {
      since.push(asked)
      await new Promise((resolve) => setTimeout(resolve, 50))
      throw new Unreachable('busy')
    },
  })
  const before = performance.now()
  const turns = Array.from({ length: 3 }, () => groups.take())
  const after = performance.now()

  await Promise.allSettled(turns)

  assert.equal(since.length, 3)
  for (const asked of since) assert.ok(asked >= before && asked <= after)
})
