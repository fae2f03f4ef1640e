import type { Status } from '../../shared/entities/api.ts'
import { findStatus } from '../state/statuses.ts'

/** entries of a list that can be stepped through: not those within others, as a quoted post is */
const ENTRIES = 'main article[data-status], main article[data-entry]'

const entries = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(ENTRIES)].filter(
    (one) => one.parentElement?.closest('article') == null,
  )

/** The entry that has the focus, or within which something has. */
export const focusedPost = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>(ENTRIES) ?? null

/** Moves the focus to the next entry or the one before; from nowhere to the first that is seen. */
export function step(by: 1 | -1): void {
  const all = entries()
  const focused = focusedPost()
  const from = focused === null ? null : all.find((one) => one.contains(focused))
  const isSeen = from != null && overlapsWindow(from)
  const next = isSeen ? all[all.indexOf(from) + by] : all.find(startsInWindow)
  if (next !== undefined) focusEntry(next)
  // what is older or newer is drawn once it comes near
  else if (from != null) scrollBy({ top: by * innerHeight * 0.8 })
}

/** Moves the focus to the first entry. */
export function toTop(): void {
  scrollTo({ top: 0 })
  const first = entries()[0]
  if (first === undefined) document.querySelector<HTMLElement>('main h1')?.focus()
  else first.focus({ preventScroll: true })
}

function focusEntry(entry: HTMLElement): void {
  if (!entry.hasAttribute('tabindex')) entry.tabIndex = -1
  entry.focus({ preventScroll: true })
  const room = innerHeight - headHeight()
  const isTall = entry.getBoundingClientRect().height > room
  entry.scrollIntoView({ block: isTall ? 'start' : 'nearest' })
}

/** px that the head of the page covers */
function headHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
}

function overlapsWindow(entry: HTMLElement): boolean {
  const { top, bottom } = entry.getBoundingClientRect()
  return bottom > headHeight() && top < innerHeight
}

function startsInWindow(entry: HTMLElement): boolean {
  const { top } = entry.getBoundingClientRect()
  return top >= headHeight() - 1 && top < innerHeight
}

/**
 * Presses a control of the entry that has the focus.
 * @param names of `data-key`: the first that is there
 */
export function press(...names: string[]): void {
  const entry = focusedPost()
  for (const name of names) {
    const control = entry?.querySelector<HTMLElement>(`[data-key="${name}"]`)
    if (control == null) continue
    control.click()
    return
  }
}

/** The status that the entry with the focus shows. */
export function focusedStatus(): Status | undefined {
  const status = findStatus(focusedPost()?.dataset.status ?? '')
  return status?.reblog ?? status
}
