import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { ToldFinding } from '../../src/features/health/finding.ts'
import { takeServerLock } from '../../src/kernel/db/server-lock.ts'
import { until } from '../support/in-time.ts'
import { Operator } from '../support/operator.ts'
import { startTestServer } from '../support/server.ts'
import { compute, watchLoopOf } from '../support/watched-loop.ts'

/** The finding of doctor about the server that listens on this port. */
async function findingOf(port: number, env: NodeJS.ProcessEnv = {}): Promise<ToldFinding> {
  using operator = new Operator({ ORIGIN: 'http://localhost:3000', PORT: String(port), ...env })
  await operator.done('migrate')
  using _ = takeServerLock(operator.env.DATA_DIR!, { host: '::', port, checkout: '/srv' })
  const { out } = await operator.run('doctor', '--json')
  const found: ToldFinding[] = out.split('\n').map((line) => JSON.parse(line))
  const finding = found.find(({ text }) => text.startsWith(`The server on port ${port} `))
  assert.ok(finding, out)
  return finding
}

const portOf = (origin: string) => Number(new URL(origin).port)

test('doctor tells how often the running server stood still, and why', async () => {
  await using server = await startTestServer({}, { wholeHttp: true })
  using watch = watchLoopOf(server.app)
  const port = portOf(await server.listen())
  assert.match((await findingOf(port)).text, / stood still | never stood still /)

  await until(() => {
    compute(600)
    return watch.stalls('other').some(({ ms }) => ms >= 500)
  })

  const finding = await findingOf(port)
  assert.equal(finding.level, 'warn')
  assert.match(finding.text, / stood still \d+ times .*other \d+ \(\d{3,} ms\)/)
  assert.match(finding.advice ?? '', /^The log says why of each/)
})

test('doctor shows the token for metrics, and says where it has none', async () => {
  const token = 'a-token-for-prometheus'
  await using server = await startTestServer({ metricsToken: token })
  const port = portOf(await server.listen())

  const shown = await findingOf(port, { METRICS_TOKEN: token })
  const hidden = await findingOf(port)

  assert.doesNotMatch(shown.text, /does not show/)
  assert.match(hidden.text, /does not show its metrics: status 403/)
})

test('doctor names the routes and jobs that ran most often in stalls', async () => {
  const metrics = `process_start_time_seconds ${Date.now() / 1000 - 600}
rookery_event_loop_stalls_total{cause="sql"} 30
rookery_event_loop_stalls_total{cause="gc"} 0
rookery_event_loop_stall_longest_seconds{cause="sql"} 0.0614
rookery_event_loop_stall_work_total{work="GET /api/v1/timelines/home"} 12
rookery_event_loop_stall_work_total{work="job media.process"} 29
`
  const stub = createServer((_, reply) => reply.end(metrics))
  await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve))
  const finding = await findingOf((stub.address() as AddressInfo).port)
  stub.close()

  assert.equal(finding.level, 'warn')
  assert.match(
    finding.text,
    /stood still 30 times since its start 0\.\d+ h ago, .*: sql 30 \(61 ms\)$/,
  )
  assert.match(finding.advice ?? '', /: job media\.process \(29\), GET \/api\/v1\/timelines\/home/)
})
