import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR } from '../../../src/kernel/base/durations.ts'
import { startNetwork } from '../../support/network.ts'

test('the servers of one network read the same time, whenever they begin', async (t) => {
  const present = Date.now
  const toTheEnd = HOUR - (present() % HOUR) - 4 * 60_000
  t.mock.method(Date, 'now', () => present() + toTheEnd)
  await using network = await startNetwork(['home', 'away', 'far'])
  const clocks = (['home', 'away', 'far', 'home'] as const).map((name) => network.server(name).app)

  const read = clocks.map(({ clock }) => clock())

  assert.deepEqual(read, read.toSorted())
  assert.ok(read[0]! % HOUR < HOUR / 2, 'and begin far from the end of an hour')
})
