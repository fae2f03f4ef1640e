import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settings } from '../../src/features/instance/settings.ts'
import { startTestServer } from '../support/server.ts'

test('in tests no cached value is read inside a transaction, even if it is loaded', async () => {
  await using server = await startTestServer()
  const { app } = server
  const read = () => app.cached.get(settings)
  await read()

  await assert.rejects(app.transact(read), /inside a transaction/)
  app.cached.clear()
  await assert.rejects(app.transact(read), /inside a transaction/)
  assert.ok(await read())
})
