import assert from 'node:assert/strict'
import { constants, type PerformanceNodeEntry, PerformanceObserver } from 'node:perf_hooks'
import { mock, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../test/support/in-time.ts'
import { giveBackStartupMemory } from './startup-memory.ts'

const CHECK_INTERVAL = 5000

test('memory is given back once, when the server rests, and not while it is busy', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] })
  t.after(() => mock.timers.reset())
  let collections = 0
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().filter(isLastResort).length
  })
  observer.observe({ entryTypes: ['gc'] })
  t.after(() => observer.disconnect())
  let last = performance.eventLoopUtilization()
  /** Lets the observer receive its entries. */
  const check = async () => {
    mock.timers.tick(CHECK_INTERVAL)
    last = performance.eventLoopUtilization()
    await wait(50)
  }
  const isBusy = () => performance.eventLoopUtilization(last).utilization > 0.5

  await wait(1) // before the first turn of the event loop its utilization is unknown
  giveBackStartupMemory()
  last = performance.eventLoopUtilization()
  for (let times = 0; times < 2; times++) {
    do work(300)
    while (!isBusy())
    await check()
  }
  assert.equal(collections, 0)

  await until(async () => {
    await wait(1000)
    await check()
    return collections > 0
  })
  const first = collections

  await wait(1000)
  await check()
  assert.equal(collections, first)
})

/** Blocks the event loop for so many ms. */
function work(duration: number): void {
  const end = performance.now() + duration
  while (performance.now() < end);
}

function isLastResort(entry: PerformanceEntry): boolean {
  const { flags } = (entry as PerformanceNodeEntry).detail as { flags: number }
  return (flags & constants.NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE) !== 0
}
