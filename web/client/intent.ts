import { useEffect } from 'preact/hooks'
import { addressWith, go, place } from '../shared/router.ts'
import { viewer } from '../shared/session.ts'

/**
 * What somebody came for, from another server's page (FEP-3b86) or before they signed in: `?intent=reply`, told once.
 * Any page may lead here, so nothing may be done without asking.
 * @param isReady whether enough is known to do it
 */
export function useIntent(isReady: boolean, follow: (intent: string) => unknown): void {
  const { intent } = place.value.query
  useEffect(() => {
    if (intent === undefined || !isReady) return
    go(addressWith({ intent: null }), { replace: true })
    if (viewer !== null) void follow(intent)
  }, [intent, isReady])
}
