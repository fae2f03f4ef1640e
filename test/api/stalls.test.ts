import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { MINUTE } from '../../src/kernel/base/durations.ts'
import { createJobRunner } from '../../src/kernel/jobs/runner.ts'
import { TestClient } from '../support/client.ts'
import { until } from '../support/in-time.ts'
import { startTestServer } from '../support/server.ts'
import { standStill } from '../support/stand-still.ts'
import { openSocket } from '../support/streams.ts'
import { compute, watchLoopOf } from '../support/watched-loop.ts'
import { registerClient } from '../web/oauth-client.ts'

const LONG = 120
const SIGN_UP = 'POST /api/v1/accounts'

const guest = (number: number) => {
  const username = `guest${number}`
  const rest = { password: 'correct horse battery', agreement: true, locale: 'en' }
  return { username, email: `${username}@example.org`, ...rest }
}

/** A server on which each sign-up does this to the event loop. */
async function startHolding(hold: () => void | Promise<void>) {
  const server = await startTestServer(
    {},
    { wholeHttp: true, mailHosts: async () => (await hold()) ?? null },
  )
  await server.set('registrations.mode', 'open')
  const client = await registerClient(server, 'read write')
  const response = await client.token({ grant_type: 'client_credentials', scope: 'read write' })
  const token: string = response.json().access_token
  const application = new TestClient(server.http, token)
  let guests = 0
  const signUp = async () => {
    const joined = await application.post('/api/v1/accounts', guest(++guests))
    assert.equal(joined.statusCode, 200, joined.body)
  }
  const metrics = async () =>
    (await server.anonymous.send('GET', '/metrics', undefined, { host: 'localhost' })).body
  return { server, signUp, metrics, token }
}

test('a stall by the code of a route is logged and counted under its name', async () => {
  const { server, signUp, metrics } = await startHolding(() => compute(LONG))
  await using _ = server
  using watch = watchLoopOf(server.app)

  // a shorter one is none of the test's
  await until(async () => {
    await signUp()
    return watch
      .stalls('other')
      .some(({ ran, ms, cpuMs }) => ran?.includes(SIGN_UP) && Math.min(ms, cpuMs) >= LONG / 2)
  })

  const text = await metrics()
  assert.match(text, /^rookery_event_loop_stalls_total\{cause="other"\} [1-9]/m)
  assert.match(text, /^rookery_event_loop_stall_longest_seconds\{cause="other"\} \d+\.\d/m)
  assert.match(
    text,
    /^rookery_event_loop_stall_work_total\{work="POST \/api\/v1\/accounts"\} [1-9]/m,
  )
})

test('a request whose client has left is no running work', async () => {
  const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { server, signUp, token } = await startHolding(() => {
    begun.resolve()
    return answered.promise
  })
  await using _ = server
  const { work } = server.app.metrics
  const asked = connect(Number(new URL(await server.listen()).port), '127.0.0.1')
  const body = JSON.stringify(guest(100))
  const lines = [
    'POST /api/v1/accounts HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${token}`,
  ]
  const more = ['content-type: application/json', `content-length: ${body.length}`, '', body]
  asked.write([...lines, ...more].join('\r\n'))
  await begun.promise
  assert.ok(work.hasRun())

  asked.destroy()
  await until(() => {
    work.nextPeriod()
    return !work.hasRun()
  })
  answered.resolve()

  // one that stays counts as before
  await signUp()
  assert.deepEqual(work.ranInPeriod(), [SIGN_UP])
})

test('an open WebSocket is no running work', async () => {
  await using server = await startTestServer({}, { wholeHttp: true })
  const { work } = server.app.metrics
  const alice = await server.signUp('alice')

  const socket = await openSocket(await server.listen(), { token: alice.token })

  await until(() => {
    work.nextPeriod()
    return !work.hasRun()
  })
  assert.equal(socket.client.readyState, socket.client.OPEN)
  socket.client.close()
  await socket.closed
})

test('a process that had no work for a while watches again as soon as work begins', async () => {
  const { server, signUp } = await startHolding(() => compute(LONG))
  await using _ = server
  const { work } = server.app.metrics
  let watchers = 0
  const { onNextBegin } = work
  Object.assign(work, {
    onNextBegin(listener: () => void) {
      watchers += 1
      onNextBegin(listener)
    },
  })
  using watch = watchLoopOf(server.app)
  await until(() => watchers > 0)

  await until(async () => {
    await signUp()
    return watch.stalls('other').some(({ ran }) => ran?.includes(SIGN_UP))
  })
})

test('a stall by a job is named after its kind', async () => {
  await using server = await startTestServer()
  using watch = watchLoopOf(server.app)
  const run = async () => compute(LONG)
  const runner = createJobRunner(server.app, { 'test.compute': { run } })

  await until(async () => {
    await server.app.transact(async (tx) => tx.enqueue({ kind: 'test.compute', payload: {} }))
    await runner.settle()
    return watch.stalls('other').some(({ ran }) => ran?.includes('job test.compute'))
  })
})

test('a machine that did not run the process is no fault of a route', async () => {
  const { server, signUp, metrics } = await startHolding(() => standStill(4 * LONG))
  await using _ = server
  using watch = watchLoopOf(server.app)

  await until(async () => {
    await signUp()
    return watch.stalls('not_run').length > 0
  })

  assert.ok(watch.stalls('not_run').every((line) => line.ran === undefined))
  assert.match(await metrics(), /^rookery_event_loop_stalls_total\{cause="not_run"\} [1-9]/m)
})

test('a stall by the garbage collector is told from one by a route', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const garbage = Array.from({ length: 300_000 }, (_, at) => ({ at }))
  const { server, signUp } = await startHolding(() => {
    const since = process.threadCpuUsage()
    while (process.threadCpuUsage(since).user < LONG * 1000) collect()
  })
  await using _ = server
  using watch = watchLoopOf(server.app)

  await until(async () => {
    await signUp()
    return watch.stalls('gc').length > 0
  })

  assert.ok(watch.stalls('gc').every((line) => line.ran === undefined && line.gcMs > 0))
  assert.equal(garbage.length, 300_000)
})

test('the log has at most ten lines a minute about stalls of a cause; the metrics count all', async () => {
  await using server = await startTestServer()
  const began = performance.now()
  using watch = watchLoopOf(server.app)
  const stalls = () => watch.stalls('not_run')

  const counted = async () => {
    const headers = { host: 'localhost' }
    const { body } = await server.anonymous.send('GET', '/metrics', undefined, headers)
    const counts = body.matchAll(/^rookery_event_loop_stalls_total\{cause="not_run"\} (\d+)$/gm)
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
  }

  await until(async () => {
    standStill(100)
    return (await counted()) > 12
  })

  assert.ok(stalls().length >= 10)
  const minutes = Math.floor((performance.now() - began) / MINUTE) + 1
  assert.ok(stalls().length <= 10 * minutes, `${stalls().length} lines in ${minutes} minutes`)
})
