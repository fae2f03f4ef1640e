import { write, writeSync } from 'node:fs'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

const STDOUT = 1
/** characters of lines that wait until they can be written */
const LONGEST = 1 << 20
/** bytes: pipes of Linux take so many at once or none (PIPE_BUF) */
const TOGETHER = 4096
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
  const waiting: string[] = []
  let length = 0
  let isWriting = false

  /** Lines that stay together, whoever else writes to the pipe: at the end an earlier write may still be on its way. */
  const takeLines = (): Buffer => {
    let [count, bytes] = [0, 0]
    for (const line of waiting) {
      bytes += Buffer.byteLength(line)
      if (count > 0 && bytes > TOGETHER) break
      count += 1
    }
    const lines = waiting.splice(0, count).join('')
    length -= lines.length
    return Buffer.from(lines)
  }
  const writeWaiting = (): void => {
    isWriting = waiting.length > 0
    if (isWriting) writeAll(takeLines())
  }
  const writeAll = (lines: Buffer): void => {
    write(STDOUT, lines, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(() => writeAll(lines), PAUSE).unref()
      if (error === null && written < lines.length) return writeAll(lines.subarray(written))
      writeWaiting()
    })
  }
  process.on('exit', () => {
    try {
      while (waiting.length > 0) writeSync(STDOUT, takeLines())
    } catch {
      // they are lost
    }
  })
  return {
    write(line) {
      if (length + line.length > LONGEST) return
      waiting.push(line)
      length += line.length
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
