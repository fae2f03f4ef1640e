import { setTimeout as delay } from 'node:timers/promises'
import { Unreachable } from '../../base/errors.ts'
import type { SqliteConnection } from './connection.ts'
import { isBusy, translated } from './errors.ts'

/** ms that a transaction waits for the write lock of another process */
const PATIENCE = 10_000
const LONGEST_PAUSE = 25

/**
 * @param since by `performance.now()`: the time waited for a turn counts too; at least one try is made
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
