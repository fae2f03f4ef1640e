import { write, writeSync } from 'node:fs'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

const STDOUT = 1
/** characters of lines that wait until they can be written */
const LONGEST = 1 << 20
/** bytes: pipes of Linux take so many at once or none (PIPE_BUF) */
const TOGETHER = 4096
/** ms until a pipe that takes nothing is tried again */
const PAUSE = 100
/** The same at the end of the process, when nothing else goes on. */
const LAST_PAUSE = 10
const LAST_PAUSES = 300

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
  /** lines of which a pipe took nothing as yet, or a part */
  let rest: Buffer | null = null

  /** Lines that stay together, whoever else writes to the pipe: at the end an earlier write may still be on its way. */
  const takeLines = (): Buffer | null => {
    if (waiting.length === 0) return null
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
  const takeNext = (): Buffer | null => {
    const next = rest ?? takeLines()
    rest = null
    return next
  }
  const writeNext = (): void => {
    const lines = takeNext()
    isWriting = lines !== null
    if (lines === null) return
    write(STDOUT, lines, (error, written) => {
      if (error?.code === 'EAGAIN') {
        rest = lines
        setTimeout(writeNext, PAUSE).unref()
        return
      }
      if (error === null && written < lines.length) rest = lines.subarray(written)
      writeNext()
    })
  }
  process.on('exit', () => {
    const writer = createLastWriter()
    try {
      for (let lines = takeNext(); lines !== null; lines = takeNext()) writer(lines)
    } catch {
      // they are lost
    }
  })
  return {
    write(line) {
      if (length + line.length > LONGEST) return
      waiting.push(line)
      length += line.length
      if (!isWriting) writeNext()
    },
  }
}

/** @returns writes whole lines at the end of the process, and fails if a pipe takes nothing for three seconds in all */
function createLastWriter(): (lines: Buffer) => void {
  const idle = new Int32Array(new SharedArrayBuffer(4))
  let pauses = 0
  return (lines) => {
    for (let at = 0; at < lines.length; ) {
      try {
        at += writeSync(STDOUT, lines, at)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || ++pauses > LAST_PAUSES)
          throw error
        Atomics.wait(idle, 0, 0, LAST_PAUSE)
      }
    }
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
