import type { TestContext } from 'node:test'

/**
 * Lets no time pass but what a test adds to the clock of its server, and no deadline begun from now on be over, until
 * `mock.timers.reset()`: a machine may stand still for seconds.
 */
export function stopTimeAndDeadlines({ mock }: TestContext): void {
  mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.now() })
}
