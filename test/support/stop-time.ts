import type { TestContext } from 'node:test'

/**
 * Lets no time pass until the end of the test but what it adds to the clock of its server: on a machine that stands still
 * for seconds, what is to be tried again after seconds would be due at once.
 */
export function stopTime({ mock }: TestContext): void {
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
}

/** Stops time, and lets none of the deadlines begun from now on be over until `mock.timers.reset()`. */
export function stopTimeAndDeadlines({ mock }: TestContext): void {
  mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.now() })
}
