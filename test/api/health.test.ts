import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../support/server.ts'
import { stopTimeAndDeadlines } from '../support/stop-time.ts'

test('A86 whoever asks again and again whether the server is ready does not ask the media storage each time', async (context) => {
  await using server = await startTestServer()
  stopTimeAndDeadlines(context)
  const { storage } = server.app
  const { open } = storage
  let asked = 0
  Object.assign(storage, {
    open(key: string) {
      asked++
      return open(key)
    },
  })
  const ask = async () => (await server.anonymous.get('/health/ready')).body

  assert.deepEqual(await Promise.all(Array.from({ length: 20 }, ask)), Array(20).fill('OK'))
  assert.equal(asked, 1)
  server.clock.now += 2_000
  assert.equal(await ask(), 'OK')
  assert.equal(asked, 2)
  context.mock.timers.reset()
})

test('a media storage that is away is named, and takes no page away', async (context) => {
  await using server = await startTestServer()
  stopTimeAndDeadlines(context)
  Object.assign(server.app.storage, { open: () => Promise.reject(new Error('away')) })

  const { statusCode, body } = await server.anonymous.get('/health/ready')

  assert.deepEqual([statusCode, body], [200, 'The media storage does not answer\n'])
  context.mock.timers.reset()
})
