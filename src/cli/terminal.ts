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
