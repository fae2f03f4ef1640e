import { useEffect, useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../../shared/api-error.ts'
import { tell } from '../../shared/components/toast.tsx'
import { t } from '../../shared/i18n.ts'
import { keepUnsent, startAutosave } from './autosave.ts'
import { type Composition, letGo } from './composition.ts'
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
  useEffect(() => {
    let isGone = false
    setError(null)
    startWriting(intent).then(
      (begun) => (isGone ? letGo(begun) : setComposition(begun)),
      (problem: unknown) => isGone || setError(asApiError(problem)),
    )
    return () => {
      isGone = true
    }
  }, [intent, attempt])
  useEffect(() => {
    if (composition === null) return
    const stop = startAutosave(composition)
    composition.claim?.onAsked(() => void yieldTo(composition, onGone))
    return () => {
      stop()
      keepUnsent(composition)
    }
  }, [composition])
  return { composition, error, retry: () => setAttempt(attempt + 1) }
}

async function yieldTo(composition: Composition, onGone: () => void): Promise<void> {
  if (!(await handOver(composition))) return
  onGone()
  tell(t('You go on writing in another window.'))
}
