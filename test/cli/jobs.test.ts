import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { countJobs } from '../../src/kernel/jobs/operator.ts'
import { Operator } from '../support/operator.ts'

async function withParkedJobs(operator: Operator, kinds: string[]): Promise<string[]> {
  await using server = await operator.open()
  await server.app.transact(async (tx) => {
    for (const kind of kinds) tx.enqueue({ kind, payload: { kind } })
  })
  await server.app.transact((tx) =>
    tx.db
      .updateTable('job')
      .set({ parked_at: tx.now, attempts: 10, last_error: 'Error: no luck' })
      .execute(),
  )
  const rows = await server.app.db.selectFrom('job').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

async function waiting(operator: Operator) {
  await using server = await operator.open()
  return server.app.db
    .selectFrom('job')
    .select(['kind', 'attempts'])
    .where('parked_at', 'is', null)
    .orderBy('kind')
    .execute()
}

test('jobs list counts jobs by kind and shows why they failed', async () => {
  using operator = await Operator.started()
  const [id] = await withParkedJobs(operator, ['test.one', 'test.two'])

  const list = await operator.done('jobs', 'list')
  assert.match(list, /test\.one +0 +0 +1/)
  assert.match(list, new RegExp(`${id}  test\\.one  parked .* after 10 tries\n  Error: no luck`))
  assert.doesNotMatch(await operator.done('jobs', 'list', '--kind', 'test.one'), /test\.two/)
  const { kinds, parked } = JSON.parse(await operator.done('jobs', 'list', '--json'))
  assert.equal(kinds.length, 2)
  assert.equal(parked.length, 2)
})

test('jobs retry lets parked jobs run again by id, by kind, or all of them', async () => {
  using operator = await Operator.started()
  const ids = await withParkedJobs(operator, ['test.a', 'test.b', 'test.b', 'test.c'])

  assert.equal(await operator.done('jobs', 'retry', ids[0]!), '1 will run again.')
  assert.deepEqual(await waiting(operator), [{ kind: 'test.a', attempts: 0 }])
  assert.equal(await operator.done('jobs', 'retry', '--kind', 'test.b'), '2 will run again.')
  assert.equal(await operator.done('jobs', 'retry', '--all'), '1 will run again.')
  assert.equal((await waiting(operator)).length, 4)

  const none = await operator.run('jobs', 'retry', '--all')
  assert.equal(none.code, 1)
  assert.match(none.notes, /No parked job/)
})

test('jobs retry of an id that is none finds nothing', async () => {
  using operator = await Operator.started()

  for (const id of ['nonsense', '0', '999999999999999999999999']) {
    const { code, notes } = await operator.run('jobs', 'retry', id)
    assert.equal(code, 1, notes)
    assert.match(notes, /No parked job/)
  }
})

test('a job that a command queues beside the server runs at once, not at its next look', async () => {
  using operator = await Operator.started()
  await operator.done('accounts', 'create', 'crow', '--email', 'crow@example.org')
  await using server = await operator.open()
  server.runner.start()
  const purges = async () =>
    (await countJobs(server.app.db)).filter(({ kind }) => kind === 'account.purge').length
  await delay(500)

  await operator.done('accounts', 'delete', 'crow', '--yes')
  while ((await purges()) > 0) await delay(20)
})
