/** Named queues: the work of each queue runs in the order of its arrival. */
export interface OrderedQueues {
  /**
   * Runs work after all earlier work under the same name.
   * @returns false if its turn did not come in time; the work then does not run
   */
  run(name: string, work: () => Promise<void>): Promise<boolean>
}

interface Queue {
  last: Promise<unknown>
  length: number
}

/** @param patience maximum ms to wait for a turn: waiting work occupies a slot that others need */
export function createOrderedQueues(patience: number): OrderedQueues {
  const queues = new Map<string, Queue>()
  return {
    async run(name, work) {
      const queue = queues.get(name) ?? { last: Promise.resolve(), length: 0 }
      queues.set(name, queue)
      queue.length += 1
      const before = queue.last
      const { promise: over, resolve: leave } = Promise.withResolvers<void>()
      // work that gives up leaves no gap: later work still waits for earlier work
      queue.last = Promise.all([before, over])
      try {
        if (!(await inTime(before, patience))) return false
        await work()
        return true
      } finally {
        leave()
        queue.length -= 1
        if (queue.length === 0) queues.delete(name)
      }
    },
  }
}

async function inTime(turn: Promise<unknown>, patience: number): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(late.resolve, patience, false)
  const came = await Promise.race([turn.then(() => true), late.promise])
  clearTimeout(timer)
  return came
}
