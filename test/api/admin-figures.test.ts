import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markActiveDay } from '../../src/features/identity/active-days.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { entityOf } from '../support/entities.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

/** A server with somebody who may see the dashboard. */
async function start() {
  const server = await startTestServer()
  return { server, staff: await signUpStaff(server, 'staff', ['viewDashboard']) }
}

function dayText(server: TestServer, ago: number): string {
  return new Date(server.app.clock() - ago * DAY).toISOString().slice(0, 10)
}

/** The figures of the last days, today included. */
function span(server: TestServer, days: number) {
  return { start_at: dayText(server, days - 1), end_at: dayText(server, 0) }
}

/** Notes that somebody was here today, which requests do behind their back. */
async function beHere(server: TestServer, user: TestUser) {
  const today = Math.floor(server.app.clock() / DAY)
  await server.app.transact((tx) => markActiveDay(tx, user.userId, today))
}

async function measure(
  staff: TestUser,
  body: Record<string, unknown>,
): Promise<{ key: string; total: string; previous_total?: string; values: string[] }[]> {
  const measures = entityOf(await staff.post('/api/v1/admin/measures', body), 'Admin::Measure[]')
  return measures.map(({ data, ...one }: { data: { value: string }[] }) => ({
    ...one,
    values: data.map(({ value }) => value),
  }))
}

test('S-213: people, reports and what they do with posts are counted by day', async () => {
  const { server, staff } = await start()
  await using _ = server
  const alice = await server.signUp('alice')
  server.clock.now += DAY
  const bob = await server.signUp('bob')
  const post = await alice.publish('hello')
  await bob.post(`/api/v1/statuses/${post.id}/favourite`)
  await bob.post(`/api/v1/statuses/${post.id}/reblog`)
  await bob.publish('hi', { in_reply_to_id: post.id })
  await alice.publish('talking to myself', { in_reply_to_id: post.id })
  await bob.post('/api/v1/reports', { account_id: alice.id })
  await server.settle()
  for (const user of [alice, bob, staff]) await beHere(server, user)

  const keys = ['new_users', 'active_users', 'interactions', 'opened_reports', 'resolved_reports']
  const figures = await measure(staff, { keys: [...keys, 'nonsense'], ...span(server, 2) })
  assert.deepEqual(
    figures.map(({ key, total, values }) => [key, total, values]),
    [
      ['new_users', '3', ['2', '1']],
      ['active_users', '3', ['0', '3']],
      ['interactions', '3', ['0', '3']],
      ['opened_reports', '1', ['0', '1']],
      ['resolved_reports', '0', ['0', '0']],
    ],
  )
  const [today] = await measure(staff, { keys: ['new_users'], ...span(server, 1) })
  assert.deepEqual([today!.total, today!.previous_total], ['1', '2'])
})

test('S-213: people who come on several days count once in the total', async () => {
  const { server, staff } = await start()
  await using _ = server
  const today = Math.floor(server.app.clock() / DAY)
  await server.app.transact(async (tx) => {
    // across the border of a row
    for (const ago of [0, 1, 20, 40]) await markActiveDay(tx, staff.userId, today - ago)
    await markActiveDay(tx, staff.userId, today - 40)
  })

  const [figure] = await measure(staff, { keys: ['active_users'], ...span(server, 41) })
  assert.equal(figure!.total, '1')
  assert.deepEqual(
    figure!.values.flatMap((value, at) => (value === '0' ? [] : [40 - at])),
    [40, 20, 1, 0],
  )
})

test('S-213: figures of a tag and of a server are of the one that is named', async () => {
  const { server, staff } = await start()
  await using _ = server
  const alice = await server.signUp('alice')
  await alice.publish('#birds')
  await alice.publish('#birds again')
  const away = await insertRemoteAccount(server.app, {
    username: 'carol',
    domain: 'sub.away.example',
  })
  await insertRemoteAccount(server.app, { username: 'dan', domain: 'other.example' })
  await alice.post(`/api/v1/accounts/${away}/note`, {})
  const { id } = (await alice.get('/api/v1/tags/birds')).json()

  const figures = await measure(staff, {
    keys: ['tag_uses', 'tag_accounts', 'tag_servers', 'instance_accounts'],
    tag_uses: { id },
    tag_accounts: { id },
    tag_servers: { id },
    instance_accounts: { domain: 'away.example', include_subdomains: true },
    ...span(server, 1),
  })
  assert.deepEqual(
    figures.map(({ key, total, previous_total }) => [key, total, previous_total]),
    [
      ['tag_uses', '2', '0'],
      ['tag_accounts', '1', '0'],
      ['tag_servers', '1', '0'],
      // of all time, so nothing is before
      ['instance_accounts', '1', undefined],
    ],
  )
  const [exact] = await measure(staff, {
    keys: ['instance_accounts'],
    instance_accounts: { domain: 'away.example' },
    ...span(server, 1),
  })
  assert.equal(exact!.total, '0')
})

test('S-213: every measure and dimension answers, and needs what it is about', async () => {
  const { server, staff } = await start()
  await using _ = server
  const alice = await server.signUp('alice')
  await alice.publish('#birds')
  const { id } = (await alice.get('/api/v1/tags/birds')).json()
  await staff.get('/api/v1/accounts/verify_credentials')
  await server.settle()
  const about = (prefix: string, names: string[], value: object) =>
    Object.fromEntries(names.map((name) => [`${prefix}_${name}`, value]))
  const subjects = {
    ...about('tag', ['accounts', 'uses', 'servers', 'languages'], { id }),
    ...about(
      'instance',
      ['accounts', 'media_attachments', 'reports', 'statuses', 'follows', 'followers', 'languages'],
      { domain: 'away.example' },
    ),
  }

  const measures = await measure(staff, {
    keys: Object.keys(subjects),
    ...subjects,
    ...span(server, 3),
  })
  assert.equal(measures.length, 9)
  const keys = ['languages', 'sources', 'servers', 'space_usage', 'software_versions']
  const dimensions = entityOf(
    await staff.post('/api/v1/admin/dimensions', {
      keys: [...keys, ...Object.keys(subjects)],
      ...subjects,
      ...span(server, 3),
    }),
    'Admin::Dimension[]',
  )
  const values = Object.fromEntries(
    dimensions.map(({ key, data }: { key: string; data: { key: string; value: string }[] }) => [
      key,
      data.map((item) => [item.key, item.value]),
    ]),
  )
  assert.partialDeepStrictEqual(values, {
    languages: [['en', '2']],
    sources: [['web', '2']],
    servers: [[server.app.config.handleDomain, '1']],
    tag_servers: [[server.app.config.handleDomain, '1']],
    tag_languages: [['en', '1']],
    instance_accounts: [],
    instance_languages: [],
  })
  assert.ok(values.software_versions.some(([key]: [string]) => key === 'rookery'))
  assert.ok(values.space_usage.every(([, bytes]: [string, string]) => /^\d+$/.test(bytes)))

  for (const key of ['tag_uses', 'instance_accounts']) {
    const reply = await staff.post('/api/v1/admin/measures', { keys: [key], ...span(server, 1) })
    assert.equal(reply.statusCode, 400, key)
  }
})

test('S-213: a span needs both ends, in order, and has bounds', async () => {
  const { server, staff } = await start()
  await using _ = server
  const { start_at, end_at } = span(server, 5)

  for (const path of ['measures', 'dimensions', 'retention']) {
    const missing = path === 'dimensions' ? 200 : 400
    for (const [body, status] of [
      [{ start_at }, missing],
      [{ end_at }, missing],
      [{ start_at: 'soon', end_at }, 422],
      [{ start_at: end_at, end_at: start_at }, 400],
      [{ start_at: '1980-01-01', end_at }, 400],
      [{ start_at, end_at }, 200],
    ] as const) {
      const reply = await staff.post(`/api/v1/admin/${path}`, { keys: ['new_users'], ...body })
      assert.equal(reply.statusCode, status, `${path} ${JSON.stringify(body)}: ${reply.body}`)
    }
  }
})

test('S-554 dimensions without a span are given where none is needed, and are empty elsewhere', async () => {
  const { server, staff } = await start()
  await using _ = server
  const keys = ['software_versions', 'space_usage', 'languages', 'servers']
  for (const body of [{ keys }, { keys, start_at: '', end_at: '' }]) {
    const reply = await staff.post('/api/v1/admin/dimensions', body)

    const found = entityOf(reply, 'Admin::Dimension[]')
    assert.deepEqual(
      found.map(({ key, data }: { key: string; data: unknown[] }) => [key, data.length > 0]),
      [
        ['software_versions', true],
        ['space_usage', true],
        ['languages', false],
        ['servers', false],
      ],
    )
  }
  const none = await staff.post('/api/v1/admin/measures', {})
  assert.deepEqual([none.statusCode, none.json()], [200, []])
})

test('cohorts tell how many of those who joined were here later', async () => {
  const { server, staff } = await start()
  await using _ = server
  const people = [await server.signUp('alice'), await server.signUp('bob')]
  const joined = Math.floor(server.app.clock() / DAY)
  await server.app.transact(async (tx) => {
    for (const { userId } of people) await markActiveDay(tx, userId, joined)
    await markActiveDay(tx, people[0]!.userId, joined + 2)
  })
  server.clock.now += 2 * DAY
  await beHere(server, staff)

  const reply = await staff.post('/api/v1/admin/retention', { ...span(server, 3) })
  const cohorts = entityOf(reply, 'Admin::Cohort[]')
  assert.deepEqual(
    cohorts.map(({ data }: { data: { value: string }[] }) => data.map(({ value }) => value)),
    // the staff joined with them, and is here today
    [['2', '0', '2'], ['0', '0'], ['0']],
  )
  assert.equal(cohorts[0].data[2].rate, 2 / 3)
  const months = await staff.post('/api/v1/admin/retention', {
    ...span(server, 3),
    frequency: 'month',
  })
  const [month] = entityOf(months, 'Admin::Cohort[]')
  assert.match(month.period, /-01T00:00:00Z$/)
})
