import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReplayLag } from './replay-lag.ts'

test('nothing is known before the replica has reached a position of the primary', () => {
  const lag = createReplayLag()
  assert.equal(lag.lagAt(0), null)

  lag.replayed(90)
  lag.wrote(100, 1_000)
  assert.equal(lag.lagAt(2_000), null)

  lag.replayed(100)
  assert.equal(lag.lagAt(2_000), 1_000)
})

test('the replica of an idle primary is not late, however long nothing is written', () => {
  const lag = createReplayLag()
  lag.replayed(100)

  for (let hour = 0; hour < 5; hour++) lag.wrote(100, hour * 3_600_000)

  assert.equal(lag.lagAt(4 * 3_600_000 + 5), 5)
})

test('a replica that replays nothing is late since the last position that it reached', () => {
  const lag = createReplayLag()
  lag.wrote(100, 0)
  lag.replayed(100)
  for (let second = 1; second <= 10_000; second++) lag.wrote(100 + second, second * 1_000)

  assert.equal(lag.lagAt(10_000_000), 10_000_000)

  // it may seem older than it is, not newer, and only by the distance of two remembered positions
  lag.replayed(100 + 9_000)
  const late = lag.lagAt(10_000_000)!
  assert.ok(late >= 1_000_000 && late <= 1_400_000, `${late}`)
  lag.replayed(100 + 10_000)
  assert.equal(lag.lagAt(10_000_000), 0)
})

test('a primary whose log is shorter than before is another one', () => {
  const lag = createReplayLag()
  lag.wrote(500, 0)
  lag.replayed(500)

  lag.wrote(300, 1_000)

  // what the replica has replayed of it is not known yet
  assert.equal(lag.lagAt(1_000), null)
  lag.replayed(300)
  assert.equal(lag.lagAt(1_000), 0)
})

test('a replica that shows older data than before is as late as its next position tells', () => {
  const lag = createReplayLag()
  lag.wrote(1_000, 0)
  lag.replayed(1_000)
  lag.wrote(2_000, 1_000)

  lag.replayed(10)

  assert.equal(lag.lagAt(1_000), null)
  lag.replayed(2_000)
  assert.equal(lag.lagAt(1_500), 500)
})
