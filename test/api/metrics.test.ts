import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queue, startInboxes } from '../support/deliveries.ts'
import { until } from '../support/in-time.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const TOKEN = 'a-token-for-prometheus'
const HOST = { host: 'localhost:3000' }

/** The numbers of a family, by their labels as they are written. */
function samplesOf(text: string, name: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(name))
  const found = lines.flatMap((line) => {
    const [, labels = '', value = ''] =
      new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`).exec(line) ?? []
    return value === '' ? [] : [[labels, Number(value)] as const]
  })
  return new Map(found)
}

async function read(server: TestServer): Promise<string> {
  const response = await server.anonymous.send('GET', '/metrics', undefined, HOST)
  assert.equal(response.statusCode, 200, response.body)
  return response.body
}

test('requests are counted by route, method and class of status, and by no address that was made up', async () => {
  await using server = await startTestServer({}, { wholeHttp: true })
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello')

  await alice.get(`/api/v1/statuses/${id}`)
  assert.equal((await alice.get('/api/v1/statuses/1')).statusCode, 404)
  assert.equal((await server.anonymous.get('/wp-login.php')).statusCode, 404)

  const text = await read(server)
  const counts = samplesOf(text, 'rookery_http_requests_total')
  const status = 'method="GET",route="/api/v1/statuses/:id"'
  assert.equal(counts.get(`${status},status="2xx"`), 1)
  assert.equal(counts.get(`${status},status="4xx"`), 1)
  assert.equal(counts.get('method="GET",route="none",status="4xx"'), 1)
  const durations = samplesOf(text, 'rookery_http_request_duration_seconds_count')
  assert.equal(durations.get(status), 2)
  assert.equal(
    samplesOf(text, 'rookery_http_request_duration_seconds_bucket').get(`${status},le="+Inf"`),
    2,
  )
  assert.doesNotMatch(text, /wp-login|alice/)
})

test('the text is of format 0.0.4: each family has its type, and no line stands twice', async () => {
  await using server = await startTestServer({}, { wholeHttp: true })
  const alice = await server.signUp('alice')
  await alice.publish('hello')
  await alice.get('/api/v1/timelines/home')
  await server.settle()

  const response = await server.anonymous.send('GET', '/metrics', undefined, HOST)

  assert.equal(response.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  assert.equal(response.headers['cache-control'], 'no-store')
  const lines = response.body.trimEnd().split('\n')
  const types = lines.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? [])
  assert.equal(new Set(types).size, types.length)
  const series = lines
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.replace(/ \S+$/, ''))
  assert.equal(new Set(series).size, series.length)
  for (const line of lines) {
    assert.match(
      line,
      /^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"\n]*"(,\w+="[^"\n]*")*\})? [\d.e+-]+)$/,
    )
    const name = /^\w+/.exec(line)?.[0].replace(/_(bucket|sum|count)$/, '')
    assert.ok(
      line.startsWith('#') || types.includes(name!) || types.includes(/^\w+/.exec(line)![0]),
      line,
    )
  }
  for (const name of [
    ...['rookery_build_info', 'rookery_http_requests_in_flight', 'rookery_streams_open'],
    ...['rookery_stream_messages_total', 'rookery_cache_lookups_total', 'rookery_delivery_hosts'],
    ...['rookery_database_query_duration_seconds', 'rookery_database_size_bytes'],
    ...['rookery_database_transaction_duration_seconds', 'rookery_deliveries_waiting'],
    ...['process_resident_memory_bytes', 'rookery_event_loop_delay_seconds'],
  ]) {
    assert.ok(types.includes(name), name)
  }
  assert.ok(samplesOf(response.body, 'rookery_database_size_bytes').get('')! > 0)
})

test('what is asked of the database, and what is kept, is counted', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const before = await read(server)
  await alice.publish('hello')
  await alice.get('/api/v1/timelines/home')
  await alice.get('/api/v1/timelines/home')
  const after = await read(server)

  const grew = (name: string, labels: string) =>
    (samplesOf(after, name).get(labels) ?? 0) - (samplesOf(before, name).get(labels) ?? 0)
  // the PostgreSQL inside of the tests' process measures nothing
  if (samplesOf(after, 'rookery_database_query_duration_seconds_count').get('type="read"') !== 0) {
    assert.ok(grew('rookery_database_query_duration_seconds_count', 'type="read"') > 0)
    assert.ok(grew('rookery_database_query_duration_seconds_count', 'type="write"') > 0)
    assert.ok(
      grew('rookery_database_transaction_duration_seconds_count', 'outcome="committed"') > 0,
    )
  }
  assert.ok(grew('rookery_cache_lookups_total', 'cache="fragments_made",result="hit"') > 0)
})

test('jobs are counted by kind and by what became of them, and those that are parked stay in sight', async () => {
  await using server = await startTestServer()
  await server.app.transact(async (tx) => {
    tx.enqueue({ kind: 'status.send_delete', payload: { statusId: '1' } })
    tx.enqueue({ kind: 'test.nobody_runs', payload: {}, runAt: tx.now - 60_000 })
    tx.enqueue({ kind: 'media.process', payload: {} })
  })
  await server.app.transact((tx) =>
    tx.db
      .updateTable('job')
      .set({ parked_at: tx.now })
      .where('kind', '=', 'media.process')
      .execute(),
  )
  await server.settle()

  const text = await read(server)
  const done = 'kind="status.send_delete",result="done"'
  assert.equal(samplesOf(text, 'rookery_jobs_total').get(done), 1)
  const duration = samplesOf(text, 'rookery_job_duration_seconds_count')
  assert.equal(duration.get('kind="status.send_delete"'), 1)
  const jobs = samplesOf(text, 'rookery_jobs')
  assert.equal(jobs.get('kind="media.process",state="parked"'), 1)
  assert.equal(jobs.get('kind="test.nobody_runs",state="waiting"'), 1)
  assert.ok(samplesOf(text, 'rookery_job_oldest_due_seconds').get('kind="test.nobody_runs"')! >= 60)
})

test('deliveries are counted by what became of them, and servers that do not answer', async () => {
  await using server = await startTestServer({ egressAllow: ['127.0.0.0/8'] })
  await using hosts = await startInboxes(3)
  const [, refusing, failing] = hosts.all
  refusing!.reply = { status: 403 }
  failing!.reply = { status: 503 }
  const { id: senderId } = await server.signUp('alice')
  await queue(server.app, 1, { senderId, inboxes: hosts.all.map(({ uri }) => uri) })
  await server.settle()

  const text = await read(server)
  const tries = samplesOf(text, 'rookery_deliveries_total')
  const results = ['delivered', 'failed', 'retried'].map((one) => tries.get(`result="${one}"`))
  assert.deepEqual(results, [1, 1, 1])
  assert.equal(samplesOf(text, 'rookery_deliveries_waiting').get(''), 1)
  assert.equal(samplesOf(text, 'rookery_delivery_hosts').get('circuit="open"'), 1)
})

test('A44: without a token only this machine reads them, whatever a request says of where it comes from', async () => {
  await using server = await startTestServer()
  const refused = {
    'a forged address before an untrusted proxy': { ...HOST, 'x-forwarded-for': '127.0.0.1' },
    'a proxy on this machine that nobody trusts': { ...HOST, 'x-forwarded-for': '203.0.113.9' },
    'a proxy that says only that it is one': { ...HOST, via: '1.1 proxy' },
    'a proxy that says nothing, by the public name': { host: 'rookery.test' },
  }

  for (const [how, headers] of Object.entries(refused)) {
    const response = await server.anonymous.send('GET', '/metrics', undefined, headers)
    assert.equal(response.statusCode, 403, how)
    assert.doesNotMatch(response.body, /rookery_/)
  }
  await read(server)
  const elsewhere = await server.http.inject({
    url: '/metrics',
    headers: HOST,
    remoteAddress: '203.0.113.9',
  })
  assert.equal(elsewhere.statusCode, 403)
})

test('A44: behind a trusted proxy the address that it names counts', async () => {
  await using server = await startTestServer({ trustedProxies: ['127.0.0.1'] })
  for (const forwarded of ['203.0.113.9', '127.0.0.1, 203.0.113.9']) {
    const headers = { ...HOST, 'x-forwarded-for': forwarded }
    const response = await server.anonymous.send('GET', '/metrics', undefined, headers)
    assert.equal(response.statusCode, 403, forwarded)
  }
})

test('with a token, who has it reads them from anywhere, and nobody else from anywhere', async () => {
  await using server = await startTestServer({ metricsToken: TOKEN })
  const owner = await server.signUp('owner', { role: 'Owner' })
  const ask = (headers: Record<string, string>, remoteAddress = '203.0.113.9') =>
    server.http.inject({
      url: '/metrics',
      headers: { host: 'rookery.test', ...headers },
      remoteAddress,
    })

  assert.equal((await ask({ authorization: `Bearer ${TOKEN}` })).statusCode, 200)
  assert.equal((await ask({ authorization: `Bearer ${TOKEN}x` })).statusCode, 403)
  assert.equal((await ask({ authorization: `Bearer ${owner.token}` })).statusCode, 403)
  assert.equal((await ask({ ...HOST }, '127.0.0.1')).statusCode, 403)
})

test('requests under way are counted until their connection is gone', async () => {
  await using server = await startTestServer({}, { wholeHttp: true })
  const alice = await server.signUp('alice')
  const origin = await server.listen()
  const flying = async () => {
    const response = await fetch(`${origin}/metrics`)
    return samplesOf(await response.text(), 'rookery_http_requests_in_flight').get('')
  }
  const abort = new AbortController()
  const stream = await fetch(`${origin}/api/v1/streaming/user`, {
    headers: { authorization: `Bearer ${alice.token}` },
    signal: abort.signal,
  })
  assert.equal(stream.status, 200)

  assert.equal(await flying(), 2)
  const text = await (await fetch(`${origin}/metrics`)).text()
  assert.equal(samplesOf(text, 'rookery_streams_open').get('transport="sse"'), 1)

  abort.abort()
  await until(async () => (await flying()) === 1)
})
