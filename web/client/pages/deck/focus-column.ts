import { wantsStillness } from '../../state/theme.ts'
import { makeCurrent } from './deck-state.ts'

/** @param part a selector, with the space before it */
const find = (id: string, part = ''): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.column[data-column="${id}"]${part}`)

/** Brings a column into sight and puts the focus into it. */
export function focusColumn(id: string): void {
  makeCurrent(id)
  // a narrow window draws it first
  requestAnimationFrame(() => {
    find(id, ' h2')?.focus({ preventScroll: true })
    bringIntoSight(id)
  })
}

/** After a move, which takes the focus of what was moved. */
export function focusMenuOf(id: string): void {
  requestAnimationFrame(() => {
    find(id, ' .column-menu')?.focus({ preventScroll: true })
    bringIntoSight(id)
  })
}

function bringIntoSight(id: string): void {
  find(id)?.scrollIntoView({
    inline: 'nearest',
    block: 'nearest',
    behavior: wantsStillness() ? 'instant' : 'smooth',
  })
}

/** frames that a feed may take to be drawn again */
const TRIES = 30

/** Puts the focus back to the post that was opened, once the feed is there again. */
export function focusPostIn(id: string, post: string, tries = TRIES): void {
  const card = find(id, ` article[data-status="${post}"]`)
  if (card !== null) card.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusPostIn(id, post, tries - 1))
  else find(id, ' h2')?.focus({ preventScroll: true })
}
