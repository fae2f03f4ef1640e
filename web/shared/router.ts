import { signal } from '@preact/signals'

/** Where the person is: the address of the page, taken apart. */
export interface Place {
  path: string
  query: Record<string, string>
}

export const place = signal<Place>(read())

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
  const wanted = Object.entries({ ...base.query, ...changes })
  const kept = wanted.filter((entry): entry is [string, string] => !!entry[1])
  const text = new URLSearchParams(kept).toString()
  return text === '' ? base.path : `${base.path}?${text}`
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
    const link = (event.target as Element).closest('a')
    if (link === null || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (link.origin !== location.origin || link.target || link.hash || link.download) return
    if (!isOurs(link.pathname)) return
    event.preventDefault()
    go(link.pathname + link.search)
  })
}

function arrive(by: 'link' | 'history'): void {
  const before = place.value.path
  isFirstPage = false
  arrivedBy = by
  const now = read()
  if (now.path !== before) arrivals += 1
  place.value = now
}

function read(): Place {
  const path = location.pathname.replace(/\/+$/, '') || '/'
  return { path, query: Object.fromEntries(new URLSearchParams(location.search)) }
}
