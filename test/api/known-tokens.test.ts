import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../src/kernel/db/open.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const ADDRESS = '/api/v1/accounts/verify_credentials'

/** A token that the server has just seen, and what is answered to it after a change. */
async function afterwards(
  change: (server: TestServer, user: TestUser) => Promise<unknown>,
): Promise<number> {
  await using server = await startTestServer()
  const user = await server.signUp('alice')
  for (let times = 1; times <= 2; times++) {
    const before = await user.get(ADDRESS)
    assert.equal(before.statusCode, 200, before.body)
  }
  await change(server, user)
  return (await user.get(ADDRESS)).statusCode
}

test('a token in use is refused from the moment on at which it is revoked', async () => {
  const status = await afterwards(({ app }) =>
    app.transact((tx) => tx.db.updateTable('access_token').set({ revoked_at: tx.now }).execute()),
  )
  assert.equal(status, 401)
})

test('a token in use goes with its application', async () => {
  const status = await afterwards(({ app }) =>
    app.transact((tx) => tx.db.deleteFrom('application').execute()),
  )
  assert.equal(status, 401)
})

test('a token in use is refused from the moment on at which its user is disabled', async () => {
  const status = await afterwards(({ app }, user) =>
    app.transact((tx) =>
      tx.db
        .updateTable('local_user')
        .set({ disabled: true })
        .where('id', '=', user.userId)
        .execute(),
    ),
  )
  assert.equal(status, 403)
})

test('a token in use is refused from the moment on at which its account is suspended', async () => {
  const status = await afterwards(({ app }, user) =>
    app.transact((tx) =>
      tx.db
        .updateTable('account')
        .set({ suspended_at: tx.now })
        .where('id', '=', user.id)
        .execute(),
    ),
  )
  assert.equal(status, 403)
})

test('a transaction that fails changes nothing about a token', async () => {
  const status = await afterwards(({ app }) =>
    app
      .transact(async (tx) => {
        await tx.db.updateTable('access_token').set({ revoked_at: tx.now }).execute()
        throw new Error('on purpose')
      })
      .catch(() => {}),
  )
  assert.equal(status, 200)
})

test('a token in use is refused within half a second of its revocation by another process', {
  skip: !ON_SQLITE,
}, async () => {
  const status = await afterwards(async ({ app }) => {
    const { rows } = await sql<{ file: string }>`select file from pragma_database_list`.execute(
      app.db,
    )
    const dataDir = dirname(rows[0]!.file)
    await using tool = await openDatabase({ databaseUrl: null, dataDir }, { process: 'tool' })
    await tool.transaction((db) =>
      db.updateTable('access_token').set({ revoked_at: Date.now() }).execute(),
    )
    await delay(450)
  })
  assert.equal(status, 401)
})
