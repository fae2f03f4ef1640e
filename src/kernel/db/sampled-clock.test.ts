import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createSampledClock } from './sampled-clock.ts'

/** Clocks of a machine, and one elsewhere that is ten minutes ahead. */
function clocks(context: TestContext) {
  const own = { monotonic: 0, wall: 1_000_000_000 }
  context.mock.method(performance, 'now', () => own.monotonic)
  context.mock.method(Date, 'now', () => own.wall)
  const other = { now: 1_000_600_000, asked: 0 }
  const clock = createSampledClock(async () => {
    other.asked++
    return other.now
  })
  const pass = (ms: number) => {
    own.monotonic += ms
    own.wall += ms
    other.now += ms
  }
  return { own, other, clock, pass }
}

test('the time of the other clock is told, which is asked every ten seconds', async (context) => {
  const { other, clock, pass } = clocks(context)

  for (let second = 0; second < 30; second++) {
    assert.equal(await clock(), other.now)
    pass(1_000)
  }

  assert.equal(other.asked, 3)
})

test('the other clock is asked again when the time of this machine was set, or it slept', async (context) => {
  const { own, other, clock } = clocks(context)
  await clock()

  own.wall -= 600_000
  assert.equal(await clock(), other.now)
  assert.equal(other.asked, 2)

  // asleep: the monotonic clock stands still
  own.wall += 120_000
  other.now += 120_000
  assert.equal(await clock(), other.now)
  assert.equal(other.asked, 3)
})
