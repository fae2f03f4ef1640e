/** The work that something gives to the thread that answers requests. */
export interface LoopLoad {
  /** ms of this thread's processor time in the longest turn of the event loop: nobody is answered meanwhile */
  longest: number
  /** ms of this thread's processor time in all */
  total: number
  /** bytes that the heap and its buffers grew by at most, as far as they were looked at between turns */
  memory: number
}

/** A stall that is no cause for concern on any machine, in ms. */
const HARMLESS = 100
/** how many times the control's longest turn counts as harmless too, for machines that are slow */
const TIMES_CONTROL = 10

/**
 * Measures the turns of the event loop while something runs, which may wait and go on in many of them.
 * Processor time rather than the clock: other processes share the machine. Threads of ours do not count.
 */
export async function measureLoop(run: () => unknown): Promise<LoopLoad> {
  const before = bytesInUse()
  const load: LoopLoad = { longest: 0, total: 0, memory: 0 }
  let done = false
  const running = (async () => run())().finally(() => {
    done = true
  })
  running.catch(() => undefined)
  let since = process.threadCpuUsage()
  while (!done) {
    await new Promise(setImmediate)
    const { user, system } = process.threadCpuUsage(since)
    const turn = (user + system) / 1000
    load.longest = Math.max(load.longest, turn)
    load.total += turn
    // looked at only after turns that did something, else this loop would measure itself
    if (turn > 1) load.memory = Math.max(load.memory, bytesInUse() - before)
    since = process.threadCpuUsage()
  }
  await running
  return load
}

/** How long a turn may be, given what harmless input of the same kind and size takes in the same run. */
export function longestAllowed(control: LoopLoad): number {
  return Math.max(HARMLESS, TIMES_CONTROL * control.longest)
}

function bytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
