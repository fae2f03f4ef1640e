import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../../shared/api-error.ts'
import { tell } from '../../shared/components/toast.tsx'
import { t } from '../../shared/i18n.ts'
import { putDown, startAutosave } from './autosave.ts'
import type { Composition } from './composition.ts'
import { handOver } from './hand-over.ts'
import type { Intent } from './open-composer.ts'
import { startWriting } from './start-writing.ts'

interface ComposerSession {
  composition: Composition | null
  error: ApiError | null
  retry: () => void
}

/**
 * Begins to write when it is drawn; what is written is kept when it goes away otherwise than by its own buttons.
 * @param onGone another window goes on with it
 */
export function useComposerSession(intent: Intent, onGone: () => void): ComposerSession {
  const [composition, setComposition] = useState<Composition | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [attempt, setAttempt] = useState(1)
  // at once: what is typed must have a place even if it is closed before it is painted
  useLayoutEffect(() => {
    let isGone = false
    let begun: Composition | null = null
    setError(null)
    startWriting(intent).then(
      (composition) => {
        if (isGone) return putDown(composition)
        begun = composition
        setComposition(composition)
      },
      (problem: unknown) => isGone || setError(asApiError(problem)),
    )
    return () => {
      isGone = true
      if (begun !== null) putDown(begun)
    }
  }, [intent, attempt])
  useEffect(() => {
    if (composition === null) return
    composition.claim?.onAsked(() => void yieldTo(composition, onGone))
    return startAutosave(composition)
  }, [composition])
  return { composition, error, retry: () => setAttempt(attempt + 1) }
}

async function yieldTo(composition: Composition, onGone: () => void): Promise<void> {
  if (!(await handOver(composition))) return
  onGone()
  tell(t('You go on writing in another window.'))
}
