import { setTimeout as sleep } from 'node:timers/promises'

/** ms */
const PAUSE = 200
const LONGEST = 30_000

/**
 * Waits for something that a server does after its answer.
 * @returns whether it came within half a minute
 */
export async function cameTrue(condition: () => Promise<boolean>): Promise<boolean> {
  for (let waited = 0; waited < LONGEST; waited += PAUSE) {
    if (await condition()) return true
    await sleep(PAUSE)
  }
  return false
}
