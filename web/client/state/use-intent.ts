import { useEffect } from 'preact/hooks'
import { addressWith, go, place } from '../../shared/router.ts'
import { viewer } from '../../shared/session.ts'

/**
 * Passes on the intended action in `?intent=reply`, once: from a page of another server (FEP-3b86), or from before
 * signing in. Any page may link here, so the action needs a confirmation.
 * @param isReady whether the data for the action is loaded
 */
export function useIntent(isReady: boolean, follow: (intent: string) => unknown): void {
  const { intent } = place.value.query
  useEffect(() => {
    if (intent === undefined || !isReady) return
    go(addressWith({ intent: null }), { replace: true })
    if (viewer !== null) void follow(intent)
  }, [intent, isReady])
}
