import { api } from '../../shared/api.ts'
import type { Filter } from '../../shared/entities/api.ts'
import { cached } from '../people/read-cache.ts'

const FILTERS = '/api/v2/filters'
export const pathOf = (id: string): string => `${FILTERS}/${id}`

/** characters that the server takes */
export const TITLE_LIMIT = 256
export const KEYWORD_LIMIT = 512

/** The person's filters, the newest first. */
export const ownFilters = () =>
  cached<readonly Filter[]>('own filters', async () => {
    const filters = await api.get<Filter[]>(FILTERS)
    return filters.toReversed()
  })

/** Puts a filter that was made or changed in its place among the others; null takes one out. */
export function keepFilter(id: string, filter: Filter | null): void {
  const known = ownFilters().data.peek()
  // all of them are read when they are asked for
  if (known === null) return
  const isNew = filter !== null && !known.some((one) => one.id === id)
  const others = known.flatMap((one) => (one.id !== id ? one : (filter ?? [])))
  ownFilters().set(isNew ? [filter, ...others] : others)
}

/** Makes a filter of what the API takes. */
export async function createFilter(body: object): Promise<Filter> {
  const filter = await api.post<Filter>(FILTERS, body)
  keepFilter(filter.id, filter)
  return filter
}

export async function saveFilter(id: string, body: object): Promise<Filter> {
  const filter = await api.put<Filter>(pathOf(id), body)
  keepFilter(id, filter)
  return filter
}

export async function deleteFilter(id: string): Promise<void> {
  await api.delete(pathOf(id))
  keepFilter(id, null)
}

/** Reads one anew, as after a keyword or a post was added to it. */
export async function refreshFilter(id: string): Promise<void> {
  keepFilter(id, await api.get<Filter>(pathOf(id)))
}
