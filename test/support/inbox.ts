import { GENEROUS } from './in-time.ts'

/** Keeps what arrives until somebody takes it. */
export interface Inbox<Item> {
  put(item: Item): void
  /** the oldest one, or the next that comes */
  take(): Promise<Item>
}

/** @param what it holds, for the message of the error when nothing comes */
export function createInbox<Item>(what: string): Inbox<Item> {
  const items: Item[] = []
  const takers: ((item: Item) => void)[] = []
  return {
    put(item) {
      const taker = takers.shift()
      if (taker === undefined) items.push(item)
      else taker(item)
    },
    take() {
      const item = items.shift()
      if (item !== undefined) return Promise.resolve(item)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${what} was expected`)), GENEROUS)
        takers.push((given) => {
          clearTimeout(timer)
          resolve(given)
        })
      })
    },
  }
}
