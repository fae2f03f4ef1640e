import { api } from '../../shared/api.ts'
import { type Query, withQuery } from '../../shared/query.ts'
import type { Source } from './feed.ts'

interface Offsets<T, E> {
  query?: Query
  /** entries of a page */
  limit: number
  /** what the answer has of them */
  entriesOf?: (answer: E) => readonly T[]
  idOf: (entry: T) => string
}

/** Entries of an address of the API that counts through them, as it does for what has no order of its own. */
export function offsetSource<T, E = readonly T[]>(
  path: string,
  {
    query = {},
    limit,
    entriesOf = (answer) => answer as unknown as readonly T[],
    idOf,
  }: Offsets<T, E>,
): Source<T> {
  return {
    key: withQuery(path, query),
    async read({ offset = '0' }) {
      const from = Number(offset)
      const more = from === 0 ? {} : { offset: from }
      const items = [...entriesOf(await api.get<E & object>(path, { ...query, limit, ...more }))]
      const next = items.length < limit ? null : { offset: String(from + items.length) }
      return { items, next, previous: null }
    },
    idOf,
  }
}
