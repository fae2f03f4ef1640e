import { useLayoutEffect } from 'preact/hooks'
import { arrivedBy, takeScroll } from '../../shared/router.ts'
import type { FeedPlace } from './feed.ts'

const ENTRIES = '.feed .entry'
/** px below the top of the window that count as above it: a bar may lie over them */
const COVERED = 8

/** The first entry that is at least partly in the window, and its distance from the top. */
export function topEntry(): { key: string; offset: number } | null {
  const entries = document.querySelectorAll<HTMLElement>(ENTRIES)
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    const bottom = entries[middle]?.getBoundingClientRect().bottom ?? 0
    if (bottom > COVERED) high = middle
    else low = middle + 1
  }
  const found = entries[low]
  const key = found?.dataset.entry
  if (found === undefined || key === undefined) return null
  return { key, offset: found.getBoundingClientRect().top }
}

export const findEntry = (key: string): HTMLElement | null =>
  document.querySelector(`.feed .entry[data-entry="${CSS.escape(key)}"]`)

/** Scrolls until an entry is where it was. */
export function holdEntry(top: { key: string; offset: number } | null): void {
  const element = top === null ? null : findEntry(top.key)
  if (top === null || element === null) return
  const moved = element.getBoundingClientRect().top - top.offset
  if (Math.abs(moved) > 0.5) scrollBy({ top: moved, behavior: 'instant' })
}

/** Whether the browser itself holds what is read where it is when something changes above: Safari long did not. */
const holdsByItself = CSS.supports('overflow-anchor', 'auto')

/**
 * Brings who comes back to where they were, keeps what is read where it is, and remembers both.
 * @param isKept it is gone back to by a link, too, as home is
 */
export function useScrollPlace(place: FeedPlace, isKept: boolean): void {
  useLayoutEffect(() => {
    if (isKept || arrivedBy === 'history') {
      takeScroll()
      // a document that was just loaded is at its top: to say so would have it laid out at once
      if (place.scroll > 0 || arrivedBy !== 'load') {
        scrollTo({ top: place.scroll, behavior: 'instant' })
        holdEntry(place.top)
      }
    }
    let frame = 0
    const remember = () => {
      place.scroll = scrollY
      place.top = scrollY > 0 ? topEntry() : null
      frame = 0
    }
    const later = () => {
      // at once, as the page may be left before the next frame
      place.scroll = scrollY
      frame ||= requestAnimationFrame(remember)
    }
    addEventListener('scroll', later, { passive: true })
    const stop = holdsByItself ? undefined : holdByHand(place)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', later)
      stop?.()
    }
  }, [place, isKept])
}

/** What the browser does not do: whenever the height of the feed changes, the entry at the top stays. */
function holdByHand(place: FeedPlace): () => void {
  const feed = document.querySelector('.feed')
  if (feed === null) return () => {}
  const observer = new ResizeObserver(() => holdEntry(place.top))
  observer.observe(feed)
  return () => observer.disconnect()
}
