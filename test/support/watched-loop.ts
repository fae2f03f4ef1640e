import { pino } from 'pino'
import type { App } from '../../src/kernel/core/app.ts'
import { watchEventLoop } from '../../src/kernel/observe/event-loop.ts'

// biome-ignore lint/suspicious/noExplicitAny: lines of a log
type Line = Record<string, any>

export interface WatchedLoop extends Disposable {
  /** what the watch has logged */
  readonly lines: Line[]
  /** lines about times in which the event loop stood still */
  stalls(cause: string): Line[]
}

/** The watch of the event loop that a server in a process of its own has, over an application in this process. */
export function watchLoopOf(app: App): WatchedLoop {
  const lines: Line[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const { metrics, database, slowDb } = app
  const watch = watchEventLoop({ metrics, database, slowDb, log })
  return {
    lines,
    stalls: (cause) =>
      lines.filter((line) => line.msg === 'the event loop stood still' && line.cause === cause),
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  }
}

/** Computes, and so holds up the event loop, until this thread has used so many ms of processor time. */
export function compute(ms: number): void {
  const since = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(since)
    if (user + system >= ms * 1000) return
  }
}
