import { setTimeout as delay } from 'node:timers/promises'
import { Unreachable } from '../../errors.ts'
import type { SqliteConnection } from './connection.ts'
import { isBusy, translated } from './errors.ts'

/** ms for which a transaction waits for another process to finish its own */
const PATIENCE = 10_000
const LONGEST_PAUSE = 25

/**
 * @param since by `performance.now()`: who has waited for a turn has less patience left, down to a single try
 * @throws Unreachable if another process holds the write lock for too long
 */
export async function begin(connection: SqliteConnection, since: number): Promise<void> {
  const deadline = since + PATIENCE
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      connection.run('begin immediate')
      return
    } catch (error) {
      if (!isBusy(error)) throw translated(error)
      if (performance.now() > deadline) {
        throw new Unreachable('The database is busy; please try again', { cause: error })
      }
      await delay(pause)
    }
  }
}
