import { setImmediate as nextTurn } from 'node:timers/promises'

/** so many sockets are written to in one turn of the event loop */
const SLICE = 500

/** Does something for very many, in slices between which everything else has its turn. */
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
