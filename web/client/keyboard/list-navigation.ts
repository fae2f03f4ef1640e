import type { Status } from '../../shared/entities/api.ts'
import { type ScrollElement, within } from '../feed/scroller.ts'
import { findStatus } from '../state/statuses.ts'

/** entries of a list that can be stepped through: not those within others, as a quoted post is */
const ENTRIES = 'main article[data-status], main article[data-entry]'

/** The part that scrolls by itself and was used last, as a column: keys stay within it. null: the window */
const scroller = (): ScrollElement =>
  document.querySelector<HTMLElement>('main [data-scrolls="current"]')

const entries = (): HTMLElement[] =>
  [...within(scroller()).querySelectorAll<HTMLElement>(ENTRIES)].filter(
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
  const seen = seenPart()
  const isSeen = from != null && overlaps(from, seen)
  const next = isSeen ? all[all.indexOf(from) + by] : all.find((one) => startsIn(one, seen))
  if (next !== undefined) focusEntry(next)
  // what is older or newer is drawn once it comes near
  else if (from != null) (scroller() ?? window).scrollBy({ top: by * roomOf(seen) * 0.8 })
}

/** Moves the focus to the first entry. */
export function toTop(): void {
  const where = scroller() ?? window
  where.scrollTo({ top: 0 })
  const first = entries()[0]
  if (first === undefined) document.querySelector<HTMLElement>('main h1')?.focus()
  else first.focus({ preventScroll: true })
}

function focusEntry(entry: HTMLElement): void {
  if (!entry.hasAttribute('tabindex')) entry.tabIndex = -1
  entry.focus({ preventScroll: true })
  const isTall = entry.getBoundingClientRect().height > roomOf(seenPart())
  entry.scrollIntoView({ block: isTall ? 'start' : 'nearest' })
}

/** px of the window */
interface Span {
  top: number
  bottom: number
}

const roomOf = ({ top, bottom }: Span): number => bottom - top

/** Where entries are seen: below the head of the page, or in what scrolls by itself. */
function seenPart(): Span {
  const root = getComputedStyle(document.documentElement)
  const head = Number.parseFloat(root.scrollPaddingTop) || 0
  return scroller()?.getBoundingClientRect() ?? { top: head, bottom: innerHeight }
}

function overlaps(entry: HTMLElement, seen: Span): boolean {
  const { top, bottom } = entry.getBoundingClientRect()
  return bottom > seen.top && top < seen.bottom
}

function startsIn(entry: HTMLElement, seen: Span): boolean {
  const { top } = entry.getBoundingClientRect()
  return top >= seen.top - 1 && top < seen.bottom
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
