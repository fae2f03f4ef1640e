import { type ReadonlySignal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type ApiError, asApiError } from '../../shared/api-error.ts'

/** Something that was read for a page and is there at once when the page is looked at again. */
export interface Cached<T> {
  /** null while it is not there yet; after an error what was there before stays */
  data: ReadonlySignal<T | null>
  error: ReadonlySignal<ApiError | null>
  /** reads it, but not what is fresh */
  read(): Promise<void>
  reload(): Promise<void>
  /** takes what an action answered */
  set(data: T): void
}

const recent = new Map<string, Cached<unknown>>()
const MOST = 60
/** ms for which it is not asked again, as when a page is prepared and then drawn */
const FRESH = 10_000

/** Cached data by key; the least recently used entry is evicted first. */
export function cached<T>(key: string, load: () => Promise<T>): Cached<T> {
  const found = (recent.get(key) as Cached<T> | undefined) ?? create(load)
  recent.delete(key)
  recent.set(key, found)
  const [oldest] = recent.keys()
  if (recent.size > MOST && oldest !== undefined) recent.delete(oldest)
  return found
}

/** Reads it while a component is drawn. */
export function useCached<T>(one: Cached<T>): T | null {
  useEffect(() => void one.read(), [one])
  return one.data.value
}

function create<T>(load: () => Promise<T>): Cached<T> {
  const data = signal<T | null>(null)
  const error = signal<ApiError | null>(null)
  let readAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  const reload = async () => {
    try {
      const found = await load()
      data.value = found
      error.value = null
      readAt = performance.now()
    } catch (problem) {
      error.value = asApiError(problem)
    }
  }
  return {
    data,
    error,
    async read() {
      if (performance.now() - readAt < FRESH) return
      running ??= reload().finally(() => {
        running = null
      })
      await running
    },
    reload,
    set(value) {
      data.value = value
      error.value = null
    },
  }
}
