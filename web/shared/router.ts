import { signal } from '@preact/signals'

/** Where the person is: the address of the page, taken apart. */
export interface Place {
  path: string
  query: Record<string, string>
}

export const place = signal<Place>(read())

/** whether the page came by a click here, so that its heading takes the focus */
export let isFirstPage = true

/** Goes to another page of the program. @param to path with query, from the root */
export function go(to: string, { replace = false } = {}): void {
  history.replaceState({ ...history.state, scroll: scrollY }, '')
  if (replace) history.replaceState(history.state, '', to)
  else history.pushState(null, '', to)
  const before = place.value.path
  arrive()
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

/** Follows links below a path without loading a document; call it once. */
export function startRouter(below: string): void {
  history.scrollRestoration = 'manual'
  addEventListener('popstate', () => {
    arrive()
    const { scroll = 0 } = history.state ?? {}
    requestAnimationFrame(() => requestAnimationFrame(() => scrollTo(0, scroll)))
  })
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a')
    if (link === null || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const inside = link.pathname === below || link.pathname.startsWith(`${below}/`)
    if (!inside || link.origin !== location.origin || link.target || link.hash) return
    event.preventDefault()
    go(link.pathname + link.search)
  })
}

function arrive(): void {
  isFirstPage = false
  place.value = read()
}

function read(): Place {
  const path = location.pathname.replace(/\/+$/, '') || '/'
  return { path, query: Object.fromEntries(new URLSearchParams(location.search)) }
}
