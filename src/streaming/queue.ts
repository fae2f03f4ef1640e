import { setImmediate as nextTurn } from 'node:timers/promises'

/** Does one thing after the other, in the order in which they came. */
export interface Queue<Item> {
  /** @returns false if too much is waiting already: then it is dropped */
  push(item: Item): boolean
}

const MAX_WAITING = 10_000

/** @param onError hears of what `work` throws; the next one follows all the same */
export function createQueue<Item>(
  work: (item: Item) => Promise<void>,
  onError: (error: unknown, item: Item) => void,
): Queue<Item> {
  let waiting: Item[] = []
  let running = false
  const run = async () => {
    running = true
    // what made the item is answered first
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
      if (waiting.length >= MAX_WAITING) return false
      waiting.push(item)
      if (!running) void run()
      return true
    },
  }
}
