import { useContext, useLayoutEffect } from 'preact/hooks'
import { arrivedBy, takeScroll } from '../../shared/router.ts'
import type { FeedPlace } from './feed.ts'
import {
  heardAt,
  type ScrollElement,
  Scroller,
  scrollByY,
  scrollOf,
  scrollToY,
  topOf,
  within,
} from './scroller.ts'

const ENTRIES = '.feed .entry'
/** px below the top of the window that count as above it: a bar may lie over them */
const COVERED = 8

/** The first entry that is at least partly seen, and its distance from the top of what is seen. */
export function topEntry(scroller: ScrollElement): { key: string; offset: number } | null {
  const entries = within(scroller).querySelectorAll<HTMLElement>(ENTRIES)
  const from = topOf(scroller)
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    const bottom = entries[middle]?.getBoundingClientRect().bottom ?? 0
    if (bottom > from + COVERED) high = middle
    else low = middle + 1
  }
  const found = entries[low]
  const key = found?.dataset.entry
  if (found === undefined || key === undefined) return null
  return { key, offset: found.getBoundingClientRect().top - from }
}

/** Where an entry is: px from the top of what is seen; undefined if it is not drawn. */
export function offsetOf(key: string, scroller: ScrollElement): number | undefined {
  const entry = within(scroller).querySelector(`${ENTRIES}[data-entry="${CSS.escape(key)}"]`)
  return entry === null ? undefined : entry.getBoundingClientRect().top - topOf(scroller)
}

/** Scrolls until an entry is where it was. */
export function holdEntry(
  top: { key: string; offset: number } | null,
  scroller: ScrollElement,
): void {
  const now = top === null ? undefined : offsetOf(top.key, scroller)
  if (top === null || now === undefined) return
  const moved = now - top.offset
  if (Math.abs(moved) > 0.5) scrollByY(scroller, moved)
}

/** Whether the browser itself holds what is read where it is when something changes above: Safari long did not. */
const holdsByItself = CSS.supports('overflow-anchor', 'auto')

/**
 * Brings who comes back to where they were, keeps what is read where it is, and remembers both.
 * @param isKept it is gone back to by a link, too, as home is
 */
export function useScrollPosition(place: FeedPlace, isKept: boolean): void {
  const scroller = useContext(Scroller)
  useLayoutEffect(() => {
    if (isKept || arrivedBy === 'history') {
      if (scroller === null) takeScroll()
      // a document that was just loaded is at its top: to say so would have it laid out at once
      if (place.scroll > 0 || (scroller === null && arrivedBy !== 'load')) {
        scrollToY(scroller, place.scroll)
        holdEntry(place.top, scroller)
      }
    }
    let frame = 0
    const remember = () => {
      place.scroll = scrollOf(scroller)
      place.top = place.scroll > 0 ? topEntry(scroller) : null
      frame = 0
    }
    const later = () => {
      // at once, as the page may be left before the next frame
      place.scroll = scrollOf(scroller)
      frame ||= requestAnimationFrame(remember)
    }
    const heard = heardAt(scroller)
    heard.addEventListener('scroll', later, { passive: true })
    const stop = holdsByItself ? undefined : holdByHand(place, scroller)
    return () => {
      cancelAnimationFrame(frame)
      heard.removeEventListener('scroll', later)
      stop?.()
    }
  }, [place, isKept, scroller])
}

/** Replaces the browser's scroll anchoring: when the feed's height changes, the entry at the top stays in place. */
function holdByHand(place: FeedPlace, scroller: ScrollElement): () => void {
  const feed = within(scroller).querySelector('.feed')
  if (feed === null) return () => {}
  const observer = new ResizeObserver(() => holdEntry(place.top, scroller))
  observer.observe(feed)
  return () => observer.disconnect()
}
