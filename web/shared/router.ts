import { signal } from '@preact/signals'
import { addressOf, type Place, placeOf } from './place.ts'

export const place = signal<Place>(placeOf(location))

/** whether the page came by a click here, so that its heading takes the focus */
export let isFirstPage = true
/** how the person came to where they are; `history`: back or forward */
export let arrivedBy: 'load' | 'link' | 'history' = 'load'
/** grows with each page that is reached; not by what changes only the query */
export let arrivals = 0

let isScrollTaken = false

/** For a page that brings the reader back to where they were by itself. */
export function takeScroll(): void {
  isScrollTaken = true
}

/** how many pages of the program lie behind this one: so many times one can go back without leaving it */
const depth = (): number => Number(history.state?.depth ?? 0)

/** Goes back to where the person came from, or, if that was not here, to another page. */
export function goBack(otherwise: string): void {
  if (depth() > 0) history.back()
  else go(otherwise)
}

/** Goes to another page of the program. @param to path with query, from the root */
export function go(to: string, { replace = false } = {}): void {
  history.replaceState({ ...history.state, scroll: scrollY }, '')
  if (replace) history.replaceState(history.state, '', to)
  else history.pushState({ depth: depth() + 1 }, '', to)
  const before = place.value.path
  arrive('link')
  if (place.value.path !== before) scrollTo(0, 0)
}

/** Changes single parameters of the address; null and '' take one away. */
export function setQuery(changes: Record<string, string | null>): void {
  go(addressWith(changes), { replace: false })
}

/** Address of this page with other parameters. */
export function addressWith(changes: Record<string, string | null>, base = place.value): string {
  return addressOf(base, changes)
}

/**
 * Follows links without loading a document; call it once.
 * @param isOurs whether the program has a page at a path
 */
export function startRouter(isOurs: (path: string) => boolean): void {
  history.scrollRestoration = 'manual'
  addEventListener('popstate', () => {
    isScrollTaken = false
    arrive('history')
    const { scroll = 0 } = history.state ?? {}
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (!isScrollTaken) scrollTo(0, scroll)
      }),
    )
  })
  document.addEventListener('click', (event) => {
    const link = followedLink(event)
    if (link === null || !isOurs(link.pathname)) return
    event.preventDefault()
    go(link.pathname + link.search)
  })
}

/** The link within this server that a press is to follow in this window. */
export function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  const link = (event.target as Element).closest('a')
  if (link === null || event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  if (link.origin !== location.origin || link.target || link.hash || link.download) return null
  return link
}

function arrive(by: 'link' | 'history'): void {
  const before = place.value.path
  isFirstPage = false
  arrivedBy = by
  const now = placeOf(location)
  if (now.path !== before) arrivals += 1
  place.value = now
}
