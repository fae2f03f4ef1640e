/** Where the person is: the address of the page, taken apart. */
export interface Place {
  path: string
  query: Record<string, string>
}

export function placeOf({ pathname, search }: { pathname: string; search: string }): Place {
  const path = pathname.replace(/\/+$/, '') || '/'
  return { path, query: Object.fromEntries(new URLSearchParams(search)) }
}

/** Address of a page with other parameters; null and '' take one away. */
export function addressOf(base: Place, changes: Record<string, string | null>): string {
  const wanted = Object.entries({ ...base.query, ...changes })
  const kept = wanted.filter((entry): entry is [string, string] => !!entry[1])
  const text = new URLSearchParams(kept).toString()
  return text === '' ? base.path : `${base.path}?${text}`
}
