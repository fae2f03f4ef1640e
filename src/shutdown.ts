import { firstFailure } from './first-failure.ts'

/** ms after which a stop that hangs is ended the hard way */
const LONGEST_STOP = 20_000
/** ms in which a second signal is the first one's echo: npm passes on the Ctrl-C that everybody got */
const ECHO = 1_000

/** The end of a process, asked for once or more often. */
export interface Shutdown {
  /**
   * Stops; asked again it goes on stopping.
   * @param reason what went wrong, or null for an ordinary end
   */
  begin(reason: string | null): void
  /** Stops as `begin` does; when it stops already, it ends at once. To be called for each signal. */
  interrupt(): void
}

/** @param open what is disposed of, in order; then the process ends */
export function createShutdown(
  open: AsyncDisposableStack,
  log: { error(text: string): void },
): Shutdown {
  let begunAt: number | null = null
  const begin: Shutdown['begin'] = (reason) => {
    if (reason !== null) {
      log.error(reason)
      process.exitCode = 1
    }
    if (begunAt !== null) return
    begunAt = performance.now()
    setTimeout(() => process.exit(1), LONGEST_STOP).unref()
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
