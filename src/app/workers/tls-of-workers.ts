import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { SECOND } from '../../kernel/base/durations.ts'
import type { TlsProcesses, TlsState } from '../https/tls-state.ts'
import type { Channel } from './channel.ts'

/** ms for a worker to show another certificate; one that hangs is replaced, and its successor shows it */
const PATIENCE = 5 * SECOND

/** Has the workers end TLS, each on the shared port, which the parent leaves to them. */
export interface TlsOfWorkers extends TlsProcesses {
  /** for a worker that starts; null: nothing yet */
  state(): TlsState | null
}

export function createTlsOfWorkers(
  channels: () => readonly Channel[],
  log: Pick<Logger, 'error'>,
): TlsOfWorkers {
  let state: TlsState | null = null
  const show = async (channel: Channel, given: TlsState) => {
    try {
      await channel.ask('tls', given)
    } catch (error) {
      // one that ended meanwhile is started again, and gets it with its orders
      if (channels().includes(channel)) log.error(`A worker shows no certificate: ${error}`)
    }
  }
  return {
    state: () => state,
    async apply(given) {
      state = given
      const shown = channels().map((channel) => show(channel, given))
      await Promise.race([Promise.all(shown), pause(PATIENCE, null, { ref: false })])
    },
    // they stop with the parent, which waits for them
    stop() {},
    async ended() {},
  }
}
