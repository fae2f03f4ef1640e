import { LRUCache } from 'lru-cache'
import type { JsonText } from './json.ts'

export type FragmentKind = 'account' | 'status' | 'application'

/**
 * Rendered parts of entities that are the same for every viewer. One counts only for the row's
 * version and the epoch that it was made for, so nothing is ever dropped because something changed:
 * that holds for any number of processes.
 */
export interface Fragments {
  get(kind: FragmentKind, id: string, version: number): JsonText | undefined
  set(kind: FragmentKind, id: string, version: number, text: JsonText): void
  /** what entities show of emoji, roles or addresses changed: nothing rendered before counts any more */
  nextEpoch(): void
}

interface Fragment {
  version: number
  epoch: number
  text: JsonText
}

/** bytes that keeping one costs besides its text */
const OVERHEAD = 150

/** @param maxBytes how much text is kept of each kind */
export function createFragments(maxBytes: Record<FragmentKind, number>): Fragments {
  const kept = (maxSize: number) =>
    new LRUCache<string, Fragment>({
      maxSize,
      sizeCalculation: ({ text }) => text.length + OVERHEAD,
    })
  // by id alone: making a key of several parts would cost more than the look-up
  const byKind = {
    account: kept(maxBytes.account),
    status: kept(maxBytes.status),
    application: kept(maxBytes.application),
  }
  let epoch = 0
  return {
    get(kind, id, version) {
      const fragment = byKind[kind].get(id)
      if (fragment === undefined || fragment.version !== version) return undefined
      return fragment.epoch === epoch ? fragment.text : undefined
    },
    set: (kind, id, version, text) => void byKind[kind].set(id, { version, epoch, text }),
    nextEpoch: () => void epoch++,
  }
}
