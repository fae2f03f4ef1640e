import { setImmediate as nextTurn } from 'node:timers/promises'

/** Processes items one after the other, first in, first out. */
export interface Queue<Item> {
  /** @returns false if the queue is full and drops the item */
  push(item: Item): boolean
}

const MAX_WAITING = 10_000

interface QueueOptions<Item> {
  work(item: Item): Promise<void>
  /** called with each error of `work`; the next item follows all the same */
  onError(error: unknown, item: Item): void
  /** called for the first item dropped in a row */
  onFull(): void
}

export function createQueue<Item>({ work, onError, onFull }: QueueOptions<Item>): Queue<Item> {
  let waiting: Item[] = []
  let running = false
  let full = false
  const run = async () => {
    running = true
    // the request that caused the item is answered first
    await nextTurn()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      for (const item of batch) await work(item).catch((error: unknown) => onError(error, item))
    }
    running = false
  }
  return {
    push(item) {
      if (waiting.length >= MAX_WAITING) {
        if (!full) onFull()
        full = true
        return false
      }
      full = false
      waiting.push(item)
      if (!running) void run()
      return true
    },
  }
}
