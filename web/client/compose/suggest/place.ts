import type { CaretPlace } from './caret-place.ts'

/** px between the list and what is around it */
const MARGIN = 8
/** px between the line and the list */
const GAP = 4

/** The part of the window that is seen: a phone's keyboard covers some of it. */
interface Seen {
  left: number
  top: number
  width: number
  height: number
}

/**
 * Where a list stands: below the line, or above it where there is more room and too little below; never beyond the
 * window.
 */
export function placeOf(
  { x, top, bottom, isRtl }: CaretPlace,
  size: { width: number; height: number },
  seen: Seen,
): { left: number; top: number; maxHeight: number } {
  const below = seen.top + seen.height - bottom - GAP - MARGIN
  const above = top - seen.top - GAP - MARGIN
  const isBelow = size.height <= below || below >= above
  const maxHeight = Math.max(0, isBelow ? below : above)
  const height = Math.min(size.height, maxHeight)
  const wanted = isRtl ? x - size.width : x
  const last = seen.left + seen.width - size.width - MARGIN
  return {
    left: Math.max(seen.left + MARGIN, Math.min(wanted, last)),
    top: isBelow ? bottom + GAP : top - GAP - height,
    maxHeight,
  }
}

export function placeAt(list: HTMLElement, at: CaretPlace): void {
  const seen = seenOfWindow()
  // as high as it would be without a limit, which stays in force: what is scrolled in it stays where it is
  const height = list.scrollHeight + list.offsetHeight - list.clientHeight
  const size = { width: list.offsetWidth, height }
  const place = placeOf(at, size, seen)
  list.style.left = `${place.left}px`
  list.style.top = `${place.top}px`
  list.style.maxHeight = `${place.maxHeight}px`
}

function seenOfWindow(): Seen {
  if (visualViewport === null) return { left: 0, top: 0, width: innerWidth, height: innerHeight }
  const { offsetLeft: left, offsetTop: top, width, height } = visualViewport
  return { left, top, width, height }
}

/** Calls a function whenever what stands in the window may have moved. @returns ends it */
export function follow(move: () => void): () => void {
  const [options, view] = [{ capture: true, passive: true }, visualViewport]
  addEventListener('scroll', move, options)
  addEventListener('resize', move)
  view?.addEventListener('resize', move)
  view?.addEventListener('scroll', move)
  return () => {
    removeEventListener('scroll', move, options)
    removeEventListener('resize', move)
    view?.removeEventListener('resize', move)
    view?.removeEventListener('scroll', move)
  }
}
