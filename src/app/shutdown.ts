import type { Config } from '../kernel/base/config.ts'
import { firstFailure } from '../kernel/base/first-failure.ts'

/** ms after the end of its requests, after which a hanging stop is forced */
const LONGEST_STOP = 12_000
/** ms within which a second signal is an echo of the first: npm forwards the Ctrl-C that the whole group got */
const ECHO = 1_000

/** ms in which a reverse proxy notices that `/health/ready` answers 503, before the port closes */
const DRAIN = 2_000

/** ms that a process which stops still takes requests: one that others can stand in for. */
export function drainTime({
  severalProcesses,
  shutdownTimeout,
}: Pick<Config, 'severalProcesses' | 'shutdownTimeout'>): number {
  return severalProcesses ? Math.min(DRAIN, shutdownTimeout / 4) : 0
}

/** The end of a process, requested once or repeatedly. */
export interface Shutdown {
  /**
   * Stops the process; further calls have no effect.
   * @param reason the failure, or null for an ordinary end
   */
  begin(reason: string | null): void
  /** Stops as `begin` does; a second interrupt ends the process at once. To be called for each signal. */
  interrupt(): void
}

/**
 * @param open is disposed of, in order; then the process ends
 * @param patience ms that running requests have
 */
export function createShutdown(
  open: AsyncDisposableStack,
  log: { error(text: string): void },
  patience: number,
): Shutdown {
  let begunAt: number | null = null
  const begin: Shutdown['begin'] = (reason) => {
    if (reason !== null) {
      log.error(reason)
      process.exitCode = 1
    }
    if (begunAt !== null) return
    begunAt = performance.now()
    setTimeout(() => process.exit(1), patience + LONGEST_STOP).unref()
    open.disposeAsync().then(
      () => process.exit(),
      (error) => {
        process.stderr.write(`Stopping failed: ${firstFailure(error)}\n`)
        process.exit(1)
      },
    )
  }
  return {
    begin,
    interrupt() {
      if (begunAt !== null && performance.now() - begunAt > ECHO) process.exit(1)
      begin(null)
    },
  }
}
