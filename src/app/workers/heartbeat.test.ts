import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchBeats } from './heartbeat.ts'

const FIVE_SECONDS = 5_000

/** A reader that answers as long as it works. */
function createReader() {
  const reader = { works: true, hangs: 0 }
  const ask = () => (reader.works ? Promise.resolve(null as never) : new Promise<never>(() => {}))
  return { reader, channel: { ask }, onHang: () => void reader.hangs++ }
}

test('a reader that answered and does no longer is told once, after four questions', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { reader, channel, onHang } = createReader()
  using _ = watchBeats(channel, onHang)
  for (let beat = 0; beat < 50; beat++) {
    t.mock.timers.tick(FIVE_SECONDS)
    await Promise.resolve()
  }
  assert.equal(reader.hangs, 0)

  reader.works = false
  for (let beat = 0; beat < 4; beat++) t.mock.timers.tick(FIVE_SECONDS)
  assert.equal(reader.hangs, 0)
  for (let beat = 0; beat < 10; beat++) t.mock.timers.tick(FIVE_SECONDS)
  assert.equal(reader.hangs, 1)
})

test('a start has two minutes', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { reader, channel, onHang } = createReader()
  reader.works = false
  using _ = watchBeats(channel, onHang)

  for (let beat = 0; beat < 23; beat++) t.mock.timers.tick(FIVE_SECONDS)
  assert.equal(reader.hangs, 0)
  t.mock.timers.tick(FIVE_SECONDS)
  assert.equal(reader.hangs, 1)
})
