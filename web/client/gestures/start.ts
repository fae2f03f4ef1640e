import { watchLongPresses } from './long-press.ts'
import { pullToRefresh, showPulls } from './pull.ts'
import { swipeTabs } from './swipe-tabs.ts'
import { watchTouches } from './touches.ts'
import './gestures.css'

/** Gestures of fingers on the page as a whole; whatever they do can be done without them. Call it once. */
export function startGestures(): void {
  watchTouches([pullToRefresh, swipeTabs])
  watchLongPresses()
  showPulls()
}
