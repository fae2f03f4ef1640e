import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveries, queue } from '../support/deliveries.ts'
import { Operator } from '../support/operator.ts'

/** Two things that wait for a server which does not answer. @returns their ids */
async function withWaiting(operator: Operator): Promise<string[]> {
  await using server = await operator.open()
  await queue(server.app, [1, 2], { senderId: null, inboxes: ['https://far.example/inbox'] })
  await server.app.transact(async (tx) => {
    await tx.db
      .updateTable('peer_host')
      .set({ failures: 3, failing_since: tx.now, next_try_at: tx.now + 3_600_000 })
      .execute()
    await tx.db.updateTable('delivery').set({ last_error: 'HTTP 503', attempts: 1 }).execute()
  })
  return (await deliveries(server.app)).map(({ id }) => id)
}

test('deliveries list shows the servers that do not answer, and what waits for them', async () => {
  using operator = await Operator.started()
  const [first, second] = await withWaiting(operator)

  const list = await operator.done('deliveries', 'list')
  assert.match(list, /far\.example +failing +2 +\S+ +HTTP 503/)
  assert.match(list, new RegExp(`${second}  Create to far\\.example, waiting, 1 tries\n  HTTP 503`))
  assert.match(list, new RegExp(`${first}  Create`))
  assert.doesNotMatch(await operator.done('deliveries', 'list', '--failed'), new RegExp(first!))
  const { waiting, hosts } = JSON.parse(await operator.done('deliveries', 'list', '--json'))
  assert.deepEqual([waiting, hosts.length], [2, 1])
})

test('S-205: deliveries are dropped and retried by the operator, and the log says so', async () => {
  using operator = await Operator.started()
  const [first, second] = await withWaiting(operator)

  assert.equal(await operator.done('deliveries', 'drop', first!), '1 removed.')
  assert.equal(await operator.done('deliveries', 'retry', second!), '1 will be sent once more.')
  const gone = await operator.run('deliveries', 'retry', first!)
  assert.equal(gone.code, 1)
  assert.match(gone.notes, new RegExp(`Not found: ${first}`))

  await using server = await operator.open()
  assert.equal((await deliveries(server.app)).length, 1)
  const host = await server.app.db.selectFrom('peer_host').selectAll().executeTakeFirstOrThrow()
  assert.equal(host.next_try_at, null)
  const entries = await server.app.db.selectFrom('audit_entry').selectAll().orderBy('id').execute()
  assert.deepEqual(
    entries.map(({ account_id, action, target_id }) => [account_id, action, target_id]),
    [
      [null, 'drop', first],
      [null, 'retry', second],
    ],
  )
})
