import { wantsStillness } from '../state/theme.ts'
import type { Feed } from './feed.ts'

const ENTRIES = '.feed .entry'
/** px that they come down */
const FROM = 16

/** Puts what waits at the top of a feed, where it slides in. */
export function showWaiting(feed: Pick<Feed<unknown>, 'showWaiting'>): void {
  const before = new Set(document.querySelectorAll(ENTRIES))
  feed.showWaiting()
  if (wantsStillness()) return
  requestAnimationFrame(() => {
    for (const entry of document.querySelectorAll(ENTRIES)) {
      // the entry itself stays where the feed looks for it
      if (!before.has(entry)) entry.firstElementChild?.animate(SLIDE, TIMING)
    }
  })
}

const SLIDE: Keyframe[] = [{ transform: `translateY(-${FROM}px)` }, { transform: 'none' }]
const TIMING: KeyframeAnimationOptions = { duration: 200, easing: 'ease-out' }
