import { AsyncLocalStorage } from 'node:async_hooks'
import type { App } from '../core/app.ts'
import { watchCollections } from './collections.ts'
import { logSlowStatements } from './slow-statement-log.ts'
import { STALL, type Stall } from './stall.ts'
import { createStallLog } from './stall-log.ts'

/** ms between two looks: how much a stall may be longer than it is said to be */
const INTERVAL = 20
/** looks without any work, a second of them, after which there are none until work begins: an idle process sleeps */
const LOOKS_AT_REST = 50
/** ms until the pauses of the collector are known */
const UNTIL_KNOWN = 50

type Watched = Pick<App, 'metrics' | 'log' | 'database' | 'slowDb'>

/**
 * Names what holds up this process: times in which the event loop stood still, and slow statements. Its looks take 6 ms
 * of processor time a second, nearly all of it to wake up (November 2026, a machine with other load), and nothing in an
 * idle process; a request adds 2 ns, a statement of SQLite 93 ns.
 */
export function watchEventLoop(app: Watched): Disposable {
  using opened = new DisposableStack()
  const stalls = opened.use(watchStalls(app))
  opened.use(logSlowStatements(app, stalls.cpuSinceLook))
  return opened.move()
}

interface StallWatch extends Disposable {
  /** ms of processor time of this thread */
  cpuSinceLook(): number
}

function watchStalls(app: Watched): StallWatch {
  const { work } = app.metrics
  const { slow } = app.database.load
  const note = createStallLog(app)
  const collections = watchCollections()
  let last = performance.now()
  let used = threadCpu()
  const found = (stall: Omit<Stall, 'gc'>, from: number, to: number) => {
    setTimeout(() => note({ ...stall, gc: collections.between(from, to) }), UNTIL_KNOWN).unref()
  }
  // looks belong to no request: they would keep the context of the one that happened to begin them
  const outside = AsyncLocalStorage.snapshot()
  let timer: NodeJS.Timeout | null = null
  let restful = 0
  const look = () => {
    const [from, usedBefore] = [last, used]
    last = performance.now()
    used = threadCpu()
    const { ms: sql, longest } = slow.takeBlocked()
    const ms = last - from - INTERVAL
    if (ms >= STALL) {
      const ran = work.ranInPeriod()
      found({ ms, cpu: used - usedBefore, sql, longest, ran }, from, last)
    }
    restful = work.hasRun() ? 0 : restful + 1
    work.nextPeriod()
    if (restful >= LOOKS_AT_REST) rest()
  }
  const watch = () => {
    restful = 0
    last = performance.now()
    used = threadCpu()
    slow.takeBlocked()
    timer = setInterval(look, INTERVAL).unref()
  }
  const rest = () => {
    if (timer !== null) clearInterval(timer)
    work.onNextBegin(() => outside(watch))
  }
  watch()
  return {
    cpuSinceLook: () => threadCpu() - used,
    [Symbol.dispose]() {
      if (timer !== null) clearInterval(timer)
      work.onNextBegin(() => {})
      collections[Symbol.dispose]()
    },
  }
}

/** ms of processor time of this thread */
function threadCpu(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
