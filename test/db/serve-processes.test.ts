import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { runningServers, takeServerLock } from '../../src/kernel/db/server-lock.ts'
import { freePort } from '../support/free-port.ts'
import { inTime, until } from '../support/in-time.ts'
import {
  environmentOf,
  makePerson,
  type ServerProcess,
  startProcess,
} from '../support/server-process.ts'
import { newDatabaseUrl, withoutSeveral } from '../support/several-servers.ts'
import { openSocket } from '../support/streams.ts'

describe('processes of one server on one machine', { skip: withoutSeveral }, () => {
  let dataDir: string
  let databaseUrl: string
  let origin: string
  let token: string
  let web: ServerProcess
  let streaming: ServerProcess
  let streams: string

  const environment = async () => {
    const port = String(await freePort())
    const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: port }
    origin ??= `http://127.0.0.1:${port}`
    return environmentOf({ ...settings, ORIGIN: origin })
  }
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'rookery-processes-'))
    databaseUrl = await newDatabaseUrl()
    const [first, second] = [await environment(), await environment()]
    web = await startProcess(first, '--only', 'web,jobs')
    streams = `http://127.0.0.1:${second.PORT}`
    streaming = await startProcess(second, '--only', 'streaming')
    token = await makePerson(first, 'writer')
  })
  after(async () => {
    for (const process of [web, streaming]) process?.kill('SIGKILL')
    await Promise.all([web?.ended, streaming?.ended])
    await rm(dataDir, { recursive: true, force: true })
  })

  test('they share DATA_DIR, and a process that wants it for itself is refused', () => {
    const own = { host: '127.0.0.1', port: 0, checkout: '' }

    assert.throws(() => takeServerLock(dataDir, own), /^StartError: A server already uses/)
    takeServerLock(dataDir, own, { shared: true })[Symbol.dispose]()
    const ports = runningServers(dataDir).map(({ port }) => `http://127.0.0.1:${port}`)
    assert.deepEqual(ports.toSorted(), [origin, streams].toSorted())
  })

  test('a post reaches the stream of the other process, which closes it when it stops', async () => {
    const socket = await openSocket(streams, { token, query: { stream: 'user' } })
    await socket.settle()
    const response = await fetch(`${origin}/api/v1/statuses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'hello' }),
    })
    assert.equal(response.status, 200)
    const { id } = (await response.json()) as { id: string }
    assert.equal((await socket.nextPayload('update')).id, id)

    const stopped = performance.now()
    streaming.kill('SIGTERM')
    // it says so for 2 s, in which this process may be held up
    const mayBeMissed = () => performance.now() - stopped > 1_900
    await until(async () => {
      const answer = await fetch(`${streams}/health/ready`).catch(() => null)
      if (answer?.status === 200) return false
      assert.ok(answer?.status === 503 || mayBeMissed(), 'the process says that it stops')
      return true
    })
    assert.ok(socket.client.readyState === socket.client.OPEN || mayBeMissed(), 'it still serves')
    assert.equal(await socket.closed, 1001)
    const { code, stdout } = await inTime(streaming.ended, 'the process ends')

    assert.equal(code, 0)
    assert.equal(
      stdout,
      `Rookery's streaming for ${origin} listens on port ${new URL(streams).port}\nWorkers: 0 (as WORKERS or --workers says)\n`,
    )
    const client = new pg.Client(databaseUrl)
    await client.connect()
    const { rows } = await client.query('select holder from process_lease')
    await client.end()
    assert.equal(rows.length, 1, 'the lease is given back')
  })
})
