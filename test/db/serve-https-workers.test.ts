import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { connect } from 'node:tls'
import { fetch } from 'undici'
import { ON_SQLITE } from '../support/database-kind.ts'
import { NAME, shownAt, startHttps, trusting, writeFiles } from '../support/https-server.ts'
import { inTime, until } from '../support/in-time.ts'
import { makePerson } from '../support/server-process.ts'
import { newDatabaseUrl, withoutSeveral } from '../support/several-servers.ts'
import { CERTIFICATES } from '../support/tls-certificates.ts'
import { workersOf } from '../support/workers.ts'

const CA = CERTIFICATES[NAME].cert
/** Connections enough that each of two workers has some: the system spreads them by a hash. */
const MANY = 16

const sharing = process.platform !== 'linux' && 'processes share ports on Linux'
const skip = sharing || (!ON_SQLITE && withoutSeveral)

test('S-635 workers end TLS, one that is replaced too, and all show a new certificate', {
  skip,
}, async () => {
  const database = ON_SQLITE ? {} : { DATABASE_URL: await newDatabaseUrl() }
  await using server = await startHttps({ ...database, WORKERS: '2' })
  const token = await makePerson(server.env, 'alice')
  const dispatcher = trusting(CA)
  after(() => dispatcher.destroy())
  const ask = (path: string, body?: string) =>
    fetch(server.origin + path, {
      dispatcher,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
  const shownByAll = async (subject: string) => {
    const shown = await Promise.all(Array.from({ length: MANY }, () => shownAt(server.port)))
    return shown.every((one) => one?.subject === subject)
  }

  const posted = await ask('/api/v1/statuses', JSON.stringify({ status: 'by a worker' }))
  assert.equal(posted.status, 200, await posted.text())
  // S-671: also where another process has answered
  assert.equal(posted.headers.get('strict-transport-security'), 'max-age=2592000')
  const read = await ask('/api/v1/timelines/home')
  assert.match(await read.text(), /by a worker/)
  assert.equal(await resumed(server.port), true)

  const [first] = workersOf(server)
  process.kill(first!, 'SIGKILL')
  await until(() => workersOf(server).length === 2 && !workersOf(server).includes(first!))
  await until(() => shownByAll(`CN=${NAME}`))
  await writeFiles(server.folder, 'elsewhere.example')
  await until(() => shownByAll('CN=elsewhere.example'))

  server.process.kill('SIGTERM')
  assert.equal((await server.process.ended).code, 0)
})

/** Whether a session goes on in whichever process the next connections reach. */
async function resumed(port: number): Promise<boolean> {
  const dial = (session?: Buffer) =>
    connect({ host: '127.0.0.1', port, servername: NAME, ca: CA, ...(session && { session }) })
  const first = dial()
  const [ticket] = await inTime(once(first, 'session'), 'a session')
  first.destroy()
  const reused: boolean[] = []
  for (let count = 0; count < MANY; count++) {
    const socket = dial(ticket)
    await inTime(once(socket, 'secureConnect'), 'a handshake')
    reused.push(socket.isSessionReused())
    socket.destroy()
  }
  return reused.every(Boolean)
}
