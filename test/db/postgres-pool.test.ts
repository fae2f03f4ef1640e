import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test as nodeTest } from 'node:test'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { Unreachable } from '../../src/kernel/base/errors.ts'
import { openConnections } from '../../src/kernel/db/postgres/pool.ts'
import { ON_POSTGRES_SERVER } from '../support/database-kind.ts'
import { inTime } from '../support/in-time.ts'
import { standStill } from '../support/stand-still.ts'

const test = ON_POSTGRES_SERVER ? nodeTest : nodeTest.skip
const url = process.env.TEST_DATABASE_URL ?? ''
const PATIENCE = 2_000 // ms
const DEADLINE = 10_000 // ms
const STANDSTILL = PATIENCE + 500

test('a process that stood still reads what the server said meanwhile and is let in', async () => {
  await using connections = openConnections(url, {
    plansOnce: true,
    max: 2,
    patience: PATIENCE,
    deadline: DEADLINE,
  })

  const coming = connections.connect()
  await delay(1) // the connection is being made
  await nextTurn() // timers come first after the standstill
  standStill(STANDSTILL)
  const client = await coming

  assert.equal((await client.query('select 1 as one')).rows[0].one, 1)
  client.release()
})

test('a process that stood still gets the connection that others no longer use', async () => {
  await using connections = openConnections(url, {
    plansOnce: true,
    max: 1,
    patience: PATIENCE,
    deadline: DEADLINE,
  })
  const first = await connections.connect()

  const answered = first.query('select 1').finally(() => first.release())
  const waiting = connections.connect()
  standStill(STANDSTILL)
  await answered
  const second = await waiting

  assert.equal(second, first)
  second.release()
})

test('who waits too long for a connection is told, and the next one gets it', async () => {
  await using connections = openConnections(url, {
    plansOnce: true,
    max: 1,
    patience: PATIENCE,
    deadline: DEADLINE,
  })
  const first = await connections.connect()

  await assert.rejects(connections.connect(), Unreachable)
  first.release()

  const second = await connections.connect()
  assert.equal(second, first)
  second.release()
})

test('a server that lets nobody in is given up on, each time anew', async () => {
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  await using connections = openConnections(`postgres://127.0.0.1:${port}/x`, {
    plansOnce: true,
    max: 1,
    patience: PATIENCE,
    deadline: DEADLINE,
  })

  for (let attempt = 1; attempt <= 2; attempt++) {
    await assert.rejects(inTime(connections.connect(), `attempt ${attempt} ends`), Unreachable)
  }
  silent.close()
})
