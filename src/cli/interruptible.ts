import type { Terminal } from './command.ts'

/**
 * Lets a long command end in order on SIGINT or SIGTERM: its signal aborts, and it cleans up. A second signal ends the
 * process at once.
 */
export async function interruptible<T>(
  terminal: Terminal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const interruption = new AbortController()
  const interrupt = () => {
    if (interruption.signal.aborted) process.exit(1)
    terminal.note('Ending…')
    interruption.abort()
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  try {
    return await work(interruption.signal)
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}
