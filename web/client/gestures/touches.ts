import { axisOf, type Move } from './moves.ts'

/** A touch by one finger, from where it began. */
export interface Touched {
  target: Element
  /** px in the window */
  x: number
  y: number
}

/** A meaning that touches can have. */
export interface Gesture {
  axis: 'x' | 'y'
  /** @returns whether it wants what begins there */
  begins(touched: Touched): boolean
  moves?(by: Move): void
  ends(by: Move): void
  /** taken away, by a second finger or by the browser */
  breaksOff?(): void
}

interface UnderWay {
  touched: Touched
  by: Move
  candidates: readonly Gesture[]
  /** of a direction that is clear */
  gesture: Gesture | null
}

/** Watches one finger for gestures; nothing is taken from the browser, which scrolls as it does. */
export function watchTouches(gestures: readonly Gesture[]): void {
  let now: UnderWay | null = null
  const breakOff = () => {
    now?.gesture?.breaksOff?.()
    now = null
  }
  const start = (event: TouchEvent) => {
    breakOff()
    const touched = touchedBy(event)
    if (touched === null) return
    const candidates = gestures.filter((gesture) => gesture.begins(touched))
    if (candidates.length > 0) now = { touched, by: { x: 0, y: 0 }, candidates, gesture: null }
  }
  const follow = (touch: Touch | undefined) => {
    if (now === null || touch === undefined) return
    now.by = { x: touch.clientX - now.touched.x, y: touch.clientY - now.touched.y }
    const axis = axisOf(now.by)
    if (now.gesture === null && axis === null) return
    now.gesture ??= now.candidates.find((one) => one.axis === axis) ?? null
    if (now.gesture === null) breakOff()
  }
  const move = ({ touches: [touch] }: TouchEvent) => {
    follow(touch)
    now?.gesture?.moves?.(now.by)
  }
  const end = ({ changedTouches: [touch] }: TouchEvent) => {
    // while it scrolls, a browser tells of few moves
    follow(touch)
    const over = now
    now = null
    over?.gesture?.ends(over.by)
  }
  const passive = { passive: true }
  document.addEventListener('touchstart', start, passive)
  document.addEventListener('touchmove', move, passive)
  document.addEventListener('touchend', end, passive)
  document.addEventListener('touchcancel', breakOff, passive)
}

/** @returns null where gestures have no place: more fingers, a page that is zoomed or covered, selected text */
export function touchedBy({ touches, target }: TouchEvent): Touched | null {
  const [touch, other] = touches
  if (touch === undefined || other !== undefined || !(target instanceof Element)) return null
  if ((visualViewport?.scale ?? 1) > 1.01) return null
  if (document.querySelector('dialog[open], [data-holds-keys]') !== null) return null
  if (getSelection()?.type === 'Range') return null
  return { target, x: touch.clientX, y: touch.clientY }
}
