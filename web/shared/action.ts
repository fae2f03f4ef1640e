import { useCallback, useState } from 'preact/hooks'
import { type ApiError, asApiError } from './api-error.ts'

/** Something that the person starts and that takes its time. */
export interface Action {
  busy: boolean
  error: ApiError | null
  /** @returns whether it went well; a second call while it runs does nothing */
  start(): Promise<boolean>
  forget(): void
}

export function useAction(run: () => Promise<unknown>): Action {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const start = async (): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setError(null)
    try {
      await run()
      return true
    } catch (problem) {
      setError(asApiError(problem))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, start, forget: useCallback(() => setError(null), []) }
}
