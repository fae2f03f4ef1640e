import { useCallback, useRef, useState } from 'preact/hooks'
import { type ApiError, asApiError } from './api-error.ts'
import { keepFocus } from './focus.ts'

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
  // asked instead of the state, as two presses may come before it is drawn
  const isRunning = useRef(false)
  const [error, setError] = useState<ApiError | null>(null)
  const start = async (): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setBusy(true)
    setError(null)
    try {
      await run()
      return true
    } catch (problem) {
      setError(asApiError(problem))
      return false
    } finally {
      isRunning.current = false
      setBusy(false)
      keepFocus()
    }
  }
  return { busy, error, start, forget: useCallback(() => setError(null), []) }
}
