import { type Logger, type LoggerOptions, pino } from 'pino'

/** bytes of lines that wait until they can be written */
const LONGEST = 1 << 20

/** The log of a server, on standard output. Where that is a file on a full disk, lines are lost and nothing else. */
export function openLog(options: LoggerOptions): Logger {
  const output = pino.destination({ fd: 1, sync: false, maxLength: LONGEST })
  let isWritable = true
  output.on('error', () => {
    isWritable = false
  })
  output.on('write', () => {
    isWritable = true
  })
  // at the end of the process its own one would try for ever
  const flush = output.flushSync.bind(output)
  output.flushSync = () => {
    if (isWritable) flush()
  }
  return pino(options, output)
}

/**
 * Logs promises that are rejected while nothing waits for them. Node would end the process; but what such a promise was for
 * has failed already, and one request of a stranger is no reason to end all others.
 */
export function logUnhandled(log: Pick<Logger, 'error'>): void {
  process.on('unhandledRejection', (err) => {
    log.error({ err }, 'a promise was rejected that nothing waits for')
  })
}
