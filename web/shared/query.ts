/** Parameters of a query; undefined, null and empty ones are left out. */
export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>

const CURSORS = ['max_id', 'min_id', 'since_id', 'offset', 'page']

/** Puts a query behind a path; lists become `name[]`. */
export function withQuery(path: string, query: Query): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    if (typeof value === 'object') for (const one of value) params.append(`${name}[]`, one)
    else params.append(name, String(value))
  }
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}

/** The parameters that lead to the page before or after this one. @param links the Link header */
export function cursorOf(links: string, rel: 'next' | 'prev'): Record<string, string> | null {
  const [, address] = new RegExp(`<([^>]+)>;\\s*rel="${rel}"`).exec(links) ?? []
  if (address === undefined) return null
  // only what it asks with counts: an address without a host is as good
  const { searchParams } = new URL(address, 'https://here.invalid')
  return cursorIn(Object.fromEntries(searchParams))
}

/** Without what leads to a page of a list. */
export function withoutCursor(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !CURSORS.includes(name)))
}

export function cursorIn(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => CURSORS.includes(name)))
}
