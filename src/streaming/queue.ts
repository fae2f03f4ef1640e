import { setImmediate as nextTurn } from 'node:timers/promises'

/** Does one thing after the other, in the order in which they came. */
export interface Queue<Item> {
  /** @returns false if it was dropped, as too much is waiting already */
  push(item: Item): boolean
}

const MAX_WAITING = 10_000

interface QueueOptions<Item> {
  work(item: Item): Promise<void>
  /** hears of what `work` throws; the next one follows all the same */
  onError(error: unknown, item: Item): void
  /** called for the first of several that are dropped */
  onFull(): void
}

export function createQueue<Item>({ work, onError, onFull }: QueueOptions<Item>): Queue<Item> {
  let waiting: Item[] = []
  let running = false
  let full = false
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
