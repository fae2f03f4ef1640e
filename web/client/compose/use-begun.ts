import { useEffect, useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../../shared/api-error.ts'
import { begin } from './begin.ts'
import type { Composition } from './composition.ts'
import { keepUnsent, startAutosave } from './leave.ts'
import type { Intent } from './open.ts'

interface Begun {
  composition: Composition | null
  error: ApiError | null
  retry: () => void
}

/** Begins to write when it is drawn; what is written is kept when it goes away otherwise than by its own buttons. */
export function useBegun(intent: Intent): Begun {
  const [composition, setComposition] = useState<Composition | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [attempt, setAttempt] = useState(1)
  useEffect(() => {
    let isGone = false
    setError(null)
    begin(intent).then(
      (begun) => isGone || setComposition(begun),
      (problem: unknown) => isGone || setError(asApiError(problem)),
    )
    return () => {
      isGone = true
    }
  }, [intent, attempt])
  useEffect(() => {
    if (composition === null) return
    const stop = startAutosave(composition)
    return () => {
      stop()
      keepUnsent(composition)
    }
  }, [composition])
  return { composition, error, retry: () => setAttempt(attempt + 1) }
}
