const TABBABLE =
  'a[href], button, input, select, textarea, summary, audio[controls], video[controls], iframe, [tabindex], [contenteditable]'
/** with stops of the Tab key that no script sees */
const WITH_STOPS_INSIDE = 'audio, video, iframe'
/** messages, which lie above every window; a window below is none */
const ABOVE = ':popover-open:not(.scrim)'

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
  const wanted = within.querySelector<HTMLElement>('[autofocus]')
  const window = within.querySelector<HTMLElement>('dialog')
  focusOneOf([wanted, tabbableIn(within)[0], window])
}

/** Focuses the first of these that takes it: some are not there, hidden or disabled. */
function focusOneOf(elements: readonly (HTMLElement | null | undefined)[]): void {
  for (const element of elements) {
    element?.focus({ preventScroll: true })
    if (element && document.activeElement === element) return
  }
}

/**
 * Keeps the focus in a window. The Tab key goes around in it; what else would take the focus, as a page that is drawn
 * behind it, gets none, and what is being typed goes on.
 * @param isUppermost whether it is the window that has the focus
 * @returns ends it
 */
export function holdFocus(within: Element, isUppermost: () => boolean): () => void {
  let last: Element | null = document.activeElement
  let tab: 'on' | 'back' | null = null
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.defaultPrevented || !isUppermost()) return
    tab = event.shiftKey ? 'back' : 'on'
    // until the browser has moved the focus
    setTimeout(() => {
      tab = null
    })
    goAround(within, event)
  }
  const focus = ({ target }: FocusEvent) => {
    if (!isUppermost() || !(target instanceof Element)) return
    if (within.contains(target)) last = target
    else if (target.closest(ABOVE) === null) comeBack(within, last, tab)
  }
  document.addEventListener('keydown', key)
  document.addEventListener('focusin', focus)
  return () => {
    document.removeEventListener('keydown', key)
    document.removeEventListener('focusin', focus)
  }
}

/** Behind the last control follows the first one, and the other way round. */
function goAround(within: Element, event: KeyboardEvent): void {
  const tabbable = tabbableIn(within)
  const [first, last] = [tabbable[0], tabbable.at(-1)]
  const { activeElement } = document
  const isAtEdge = event.shiftKey
    ? activeElement === first || activeElement?.tagName === 'DIALOG'
    : activeElement === last
  if (!isAtEdge || activeElement?.matches(WITH_STOPS_INSIDE)) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  next?.focus()
}

function comeBack(within: Element, last: Element | null, tab: 'on' | 'back' | null): void {
  if (tab === 'back') tabbableIn(within).at(-1)?.focus({ preventScroll: true })
  const isThere = tab === null && last instanceof HTMLElement && within.contains(last)
  if (isThere) last.focus({ preventScroll: true })
  if (!within.contains(document.activeElement)) focusFirst(within)
}
