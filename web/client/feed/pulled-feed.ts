import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Feed } from './feed.ts'

type Pullable = Feed<unknown>

/** The feeds of the page that are read on when somebody pulls them down, the last one last. */
export const pullable = signal<readonly Pullable[]>([])

/** The feed that a finger pulls: the one that it touches, or else the one of the page. */
export function feedPulledAt(target: Element): Pullable | null {
  const key = target.closest<HTMLElement>('[data-feed]')?.dataset.feed
  const touched = pullable.peek().find((feed) => feed.key === key)
  // beside each other, columns have no feed in common
  if (touched === undefined && target.closest('[data-column]') !== null) return null
  return touched ?? pullable.peek().at(-1) ?? null
}

/** @param feed one that is in the order of its ids, so that it can be asked for what is newer */
export function usePull<T>(feed: Feed<T>): void {
  useEffect(() => {
    const mine = feed as Pullable
    pullable.value = [...pullable.peek(), mine]
    return () => {
      pullable.value = pullable.peek().filter((one) => one !== mine)
    }
  }, [feed])
}
