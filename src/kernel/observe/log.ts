import { write, writeSync } from 'node:fs'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

const STDOUT = 1
/** characters of lines that wait until they can be written */
const LONGEST = 1 << 20
/** ms until a pipe that takes nothing is tried again */
const PAUSE = 100

/** The log of a server, on standard output. Where that is a file on a full disk, lines are lost and nothing else. */
export function openLog(options: LoggerOptions): Logger {
  return pino(options, createOutput())
}

/**
 * Writes lines one after the other behind the back of requests. Pino's own writer ends the process where a disk is full, or
 * tries for ever at its end.
 */
function createOutput(): DestinationStream {
  let waiting = ''
  let isWriting = false

  const writeWaiting = (): void => {
    if (waiting === '') return
    const lines = Buffer.from(waiting)
    waiting = ''
    isWriting = true
    writeAll(lines)
  }
  const writeAll = (lines: Buffer): void => {
    write(STDOUT, lines, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(() => writeAll(lines), PAUSE).unref()
      if (error === null && written < lines.length) return writeAll(lines.subarray(written))
      isWriting = false
      writeWaiting()
    })
  }
  process.on('exit', () => {
    try {
      writeSync(STDOUT, waiting)
    } catch {
      // they are lost
    }
  })
  return {
    write(line) {
      if (waiting.length + line.length <= LONGEST) waiting += line
      if (!isWriting) writeWaiting()
    },
  }
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
