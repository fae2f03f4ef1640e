import { setImmediate as nextTurn } from 'node:timers/promises'

/** sockets that one turn of the event loop writes to */
const SLICE = 500

/** Processes many items in slices; other work of the event loop runs between them. */
export async function inSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
): Promise<void> {
  let done = 0
  for (const item of items) {
    work(item)
    if (++done % SLICE === 0) await nextTurn()
  }
}
