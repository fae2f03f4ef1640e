import { announce } from '../layers/announce.tsx'
import { buzz } from '../state/haptics.ts'
import { wantsStillness } from '../state/theme.ts'
import { isAtEdge, stepOf } from './moves.ts'
import type { Gesture } from './touches.ts'

/** Elements in which a finger moves something sideways. */
const OWN_MOVES =
  'input, textarea, select, video, audio, canvas, [contenteditable], [role="slider"], [data-moves]'

/** Goes to the tab beside the chosen one. */
export const swipeTabs: Gesture = {
  axis: 'x',
  begins: ({ target, x }) =>
    target.closest('#main') !== null &&
    target.closest(OWN_MOVES) === null &&
    tabs() !== null &&
    !isAtEdge(x, innerWidth) &&
    !isScrolledSideways(target),
  ends(by) {
    const isRightToLeft = document.documentElement.dir === 'rtl'
    const step = stepOf(by, isRightToLeft)
    if (step !== 0) turn(step, isRightToLeft)
  },
}

const tabs = (): HTMLElement | null => document.querySelector('#main nav.tabs')

/** Whether it stands in something that a finger moves sideways. */
function isScrolledSideways(target: Element): boolean {
  for (let at: Element | null = target; at !== null && at.id !== 'main'; at = at.parentElement) {
    if (at.scrollWidth <= at.clientWidth + 1) continue
    const { overflowX } = getComputedStyle(at)
    if (overflowX === 'auto' || overflowX === 'scroll') return true
  }
  return false
}

function turn(step: -1 | 1, isRightToLeft: boolean): void {
  const nav = tabs()
  const all = [...(nav?.querySelectorAll<HTMLAnchorElement>('a') ?? [])]
  const at = all.findIndex((tab) => tab.getAttribute('aria-current') === 'page')
  const next = all[at + step]
  if (nav === null || at === -1 || next === undefined) return
  buzz()
  next.click()
  announce(next.textContent)
  requestAnimationFrame(() => {
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    comeIn(nav, step * (isRightToLeft ? -1 : 1))
  })
}

/** px */
const FROM = 32

/** Moves the content below the tabs in from the side that the finger brought it from. */
function comeIn(nav: Element, from: number): void {
  if (wantsStillness()) return
  const below = nav.nextElementSibling === null ? nav.parentElement : nav
  for (let at = below?.nextElementSibling; at != null; at = at.nextElementSibling) {
    at.animate([{ transform: `translateX(${FROM * from}px)`, opacity: 0.3 }, {}], {
      duration: 180,
      easing: 'ease-out',
    })
  }
}
