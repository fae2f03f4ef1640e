import type { Terminal } from './command.ts'

const CLEAR_LINE = '\r\x1b[2K'

/** The terminal that a process was started in. */
export function terminalOf({ env, stdout, stderr }: NodeJS.Process): Terminal {
  let drawn = ''
  const print = (stream: NodeJS.WriteStream, line: string) => {
    if (drawn !== '') stderr.write(CLEAR_LINE)
    drawn = ''
    stream.write(`${line}\n`)
  }
  const draw = (line: string) => {
    drawn = line.slice(0, stderr.columns - 1)
    stderr.write(CLEAR_LINE + drawn)
  }
  return {
    env,
    out: (line) => print(stdout, line),
    note: (line) => print(stderr, line),
    ...(stderr.isTTY ? { draw } : {}),
  }
}

/**
 * Tells once of output that cannot be written, and ends with exit code 1 then. If its reader has gone, as `head` goes,
 * nobody misses it.
 */
export function watchOutput(process: NodeJS.Process): void {
  process.stderr.on('error', () => {})
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || process.exitCode === 1) return
    process.exitCode = 1
    process.stderr.write(`rookery: The output cannot be written: ${error.message}\n`)
  })
}
