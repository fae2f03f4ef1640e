import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { api, type Page } from './api.ts'
import { type ApiError, asApiError } from './api-error.ts'
import { reachedAgain } from './connectivity.ts'
import { cursorIn, type Query, withQuery } from './query.ts'
import { place } from './router.ts'

/** Something that is read from the server for a page. */
export interface Resource<T> {
  /** null while it is read for the first time, or could not be */
  data: T | null
  error: ApiError | null
  loading: boolean
  reload(): Promise<void>
  /** takes what an action answered, instead of reading again */
  set(data: T): void
}

/** Cache of recent responses, so that going back to a list shows it at once; the oldest entry is evicted first. */
const recent = new Map<string, unknown>()
const MOST_RECENT = 40

function remember(key: string, value: unknown): void {
  recent.delete(key)
  recent.set(key, value)
  const [oldest] = recent.keys()
  if (recent.size > MOST_RECENT && oldest !== undefined) recent.delete(oldest)
}

/**
 * Reads something when the page is shown, and again when `key` changes.
 * @param key says all that `load` depends on; null reads nothing
 */
export function useResource<T>(key: string | null, load: () => Promise<T>): Resource<T> {
  const [state, setState] = useState<{
    key: string | null
    data: T | null
    error: ApiError | null
  }>({ key: null, data: null, error: null })
  const [loading, setLoading] = useState(true)
  const latest = useRef({ key, load })
  latest.current = { key, load }

  const reload = useCallback(async () => {
    const asked = latest.current
    if (asked.key === null) return
    setLoading(true)
    const result = await asked.load().then(
      (data) => ({ data, error: null }),
      (error: unknown) => ({ data: null, error: asApiError(error) }),
    )
    if (latest.current.key !== asked.key) return // an answer to what is no longer asked
    if (result.data !== null) remember(asked.key, result.data)
    setState(({ key: before, data }) => {
      const kept = result.error !== null && before === asked.key ? data : result.data
      return { key: asked.key, data: kept, error: result.error }
    })
    setLoading(false)
  }, [])

  useEffect(() => void reload(), [key, reload])
  const again = reachedAgain.value
  useEffect(() => {
    if (state.error?.status === 0) void reload()
  }, [again])

  const set = useCallback((data: T) => {
    const { key: current } = latest.current
    if (current !== null) remember(current, data)
    setState({ key: current, data, error: null })
  }, [])
  const isCurrent = state.key === key
  const known = key === null ? null : ((recent.get(key) as T | undefined) ?? null)
  return {
    data: isCurrent ? state.data : known,
    error: isCurrent ? state.error : null,
    loading: loading || !isCurrent,
    reload,
    set,
  }
}

/** Reads one thing of the API. @param path null reads nothing */
export function useGet<T>(path: string | null, query: Query = {}): Resource<T> {
  const key = path === null ? null : withQuery(path, query)
  return useResource<T>(key, () => api.get<T>(path ?? '', query))
}

/** A list of the API, a page at a time: which one is in the page's own address. */
export interface PagedList<T> extends Resource<Page<T>> {
  items: readonly T[]
  /** puts another one in the place of an entry, or takes it out (null) */
  replace(isIt: (item: T) => boolean, by: T | null): void
}

export function useList<T>(path: string, query: Query = {}): PagedList<T> {
  const asked = { ...query, ...cursorIn(place.value.query) }
  const key = `page of ${withQuery(path, asked)}`
  const resource = useResource<Page<T>>(key, () => api.page<T>(path, asked))
  const items = resource.data?.items ?? []
  return {
    ...resource,
    items,
    replace(isIt, by) {
      if (resource.data === null) return
      const changed = items.flatMap((item) => (!isIt(item) ? item : by === null ? [] : by))
      resource.set({ ...resource.data, items: changed as T[] })
    },
  }
}
