const TABBABLE =
  'a[href], button, input, select, textarea, summary, audio[controls], video[controls], iframe, [tabindex], [contenteditable]'

/** Elements that the Tab key stops at, in the order of the document. */
function tabbableIn(within: Element): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      element.checkVisibility({ visibilityProperty: true }),
  )
}

/** Focuses what asks for it, else the first control, else the window itself. */
export function focusFirst(within: Element): void {
  const wanted = within.querySelector<HTMLElement>('[autofocus]') ?? tabbableIn(within)[0]
  const focused = wanted ?? within.querySelector<HTMLElement>('dialog')
  focused?.focus({ preventScroll: true })
}

/** Behind the last control follows the first one, and the other way round. */
export function keepTabWithin(within: Element, event: KeyboardEvent): void {
  const tabbable = tabbableIn(within)
  const [first, last] = [tabbable[0], tabbable.at(-1)]
  const { activeElement } = document
  const isAtEdge = event.shiftKey
    ? activeElement === first || activeElement?.tagName === 'DIALOG'
    : activeElement === last
  if (!isAtEdge) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  next?.focus()
}
