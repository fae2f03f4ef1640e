import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR } from '../../src/kernel/base/durations.ts'
import { entityOf } from '../support/entities.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

const JOBS = '/api/rookery/v1/admin/jobs'

interface Queued {
  kind?: string
  payload?: Record<string, unknown>
  state?: 'waiting' | 'running' | 'parked'
}

/** Jobs of kinds that nobody runs, in the order given. @returns their ids */
async function queueJobs({ app }: TestServer, jobs: readonly Queued[]): Promise<string[]> {
  const ids: string[] = []
  for (const { kind = 'test.kind', payload = {}, state = 'parked' } of jobs) {
    await app.transact(async (tx) => {
      const id = tx.newId()
      await tx.db
        .insertInto('job')
        .values({
          id,
          kind,
          payload: JSON.stringify(payload),
          unique_key: null,
          run_at: tx.now,
          attempts: state === 'waiting' ? 0 : 10,
          locked_until: state === 'running' ? tx.now + HOUR : null,
          parked_at: state === 'parked' ? tx.now : null,
          last_error: state === 'parked' ? 'Error: no luck' : null,
          created_at: tx.now,
        })
        .execute()
      ids.push(id)
    })
  }
  return ids
}

const auditOf = async ({ app }: TestServer) =>
  app.db.selectFrom('audit_entry').selectAll().orderBy('id').execute()

test('jobs are listed by state and kind, newest first and by pages', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['devops'])
  const ids = await queueJobs(server, [
    { kind: 'test.a' },
    { kind: 'test.b', state: 'waiting' },
    { kind: 'test.a', state: 'running' },
    { kind: 'test.b' },
  ])
  const list = async (query: string) => {
    const jobs = entityOf(await staff.get(`${JOBS}?${query}`), 'Admin::Job[]')
    return jobs.map(({ id }: { id: string }) => id)
  }

  assert.deepEqual(await list(''), [ids[3], ids[0]])
  assert.deepEqual(await list('kind=test.a'), [ids[0]])
  assert.deepEqual(await list('state=waiting&kind=test.b'), [ids[1]])
  assert.deepEqual(await list('state=running'), [ids[2]])
  const first = await staff.get(`${JOBS}?limit=1`)
  assert.match(String(first.headers.link), new RegExp(`max_id=${ids[3]}`))
  assert.deepEqual(await list(`limit=1&max_id=${ids[3]}`), [ids[0]])
})

test('a job shows what it is about, but not what people wrote in private, nor addresses', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['devops'])
  const activity = { id: 'https://far.example/1', type: 'Create', object: { content: 'secret' } }
  await queueJobs(server, [
    { payload: { actor: 'https://far.example/users/a', activity, email: 'secret@example.org' } },
  ])

  const response = await staff.get(JOBS)

  const [job] = entityOf(response, 'Admin::Job[]')
  assert.deepEqual(job.payload, {
    actor: 'https://far.example/users/a',
    activity: { id: 'https://far.example/1', type: 'Create' },
  })
  assert.equal(job.last_error, 'Error: no luck')
  assert.doesNotMatch(response.body, /secret/)
})

test('the summary counts by kind, and says since when something is due', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['devops'])
  await queueJobs(server, [
    { kind: 'test.a' },
    { kind: 'test.a', state: 'waiting' },
    { kind: 'test.b', state: 'running' },
  ])

  const { kinds } = entityOf(await staff.get(`${JOBS}/summary`), 'Admin::JobSummary')

  const found = kinds.filter(({ kind }: { kind: string }) => kind.startsWith('test.'))
  assert.partialDeepStrictEqual(found, [
    { kind: 'test.a', waiting: 1, running: 0, parked: 1 },
    { kind: 'test.b', waiting: 0, running: 1, parked: 0, oldest_due_at: null },
  ])
  assert.notEqual(found[0].oldest_due_at, null)
})

test('S-205: a parked job runs again with all its tries, and who let it is kept', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['devops'])
  const [id] = await queueJobs(server, [{ kind: 'status.send_delete', payload: { statusId: '1' } }])

  const job = entityOf(await staff.post(`${JOBS}/${id}/retry`), 'Admin::Job')

  assert.partialDeepStrictEqual(job, { id, state: 'waiting', attempts: 0, parked_at: null })
  const [entry] = await auditOf(server)
  assert.partialDeepStrictEqual(entry, {
    ...{ account_id: staff.id, action: 'retry' },
    ...{ target_type: 'job', target_id: id, label: 'status.send_delete' },
  })
  await server.settle()
  assert.equal((await staff.post(`${JOBS}/${id}/retry`)).statusCode, 404)
})

test('S-205: a parked job is dropped, one that runs or that runs again and again is not', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['devops'])
  const [parked, running] = await queueJobs(server, [{}, { state: 'running' }])
  server.runner.start()
  await server.settle()
  const recurring = await server.app.db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', 'delivery.prune')
    .executeTakeFirstOrThrow()

  assert.equal((await staff.delete(`${JOBS}/${parked}`)).statusCode, 200)
  for (const id of [running, recurring.id]) {
    const response = await staff.delete(`${JOBS}/${id}`)
    assert.equal(response.statusCode, 422, response.body)
  }
  assert.equal((await staff.post(`${JOBS}/${running}/retry`)).statusCode, 422)

  const left = await server.app.db.selectFrom('job').select('id').execute()
  const ids = left.map(({ id }) => id)
  assert.deepEqual(
    [parked, running, recurring.id].map((id) => ids.includes(id!)),
    [false, true, true],
  )
  assert.deepEqual(
    (await auditOf(server)).map(({ action, target_id }) => [action, target_id]),
    [['drop', parked]],
  )
})

test('S-205: all parked jobs, or those of a kind, run again; what was none changes nothing', async () => {
  await using server = await startTestServer()
  const staff = await signUpStaff(server, 'staff', ['devops'])
  await queueJobs(server, [{ kind: 'test.a' }, { kind: 'test.b' }, { kind: 'test.b' }])
  const retry = async (body: object) =>
    entityOf(await staff.post(`${JOBS}/retry_all`, { ...body }), 'Admin::Retried').count

  assert.equal(await retry({ kind: 'test.b' }), 2)
  assert.equal(await retry({ kind: 'test.b' }), 0)
  assert.equal(await retry({}), 1)

  assert.deepEqual(
    (await auditOf(server)).map(({ action, label, details }) => [action, label, details]),
    [
      ['retry_all', 'test.b', { count: 2 }],
      ['retry_all', '', { count: 1 }],
    ],
  )
})
