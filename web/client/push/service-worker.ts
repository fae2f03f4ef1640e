import { signal } from '@preact/signals'
import { go } from '../../shared/router.ts'
import { viewer } from '../../shared/session.ts'
import { keepOfflinePage } from './offline-page.ts'
import { endPush, readPush } from './subscription.ts'

/** A newer client is there: this one works until the page is loaded again. */
export const newVersion = signal(false)

/** ms between two looks for a newer client */
const LOOK = 3_600_000

/**
 * Starts what runs beside the page; without it the client works, but not without network.
 * @param isPage whether the client has a page at a path
 */
export function startWorker(isPage: (path: string) => boolean): void {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const hadOne = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    newVersion.value = hadOne
  })
  serviceWorker.addEventListener('message', ({ data }) => lead(data, isPage))
  // after what the page itself needs
  setTimeout(() => void begin().catch(() => {}), 1000)
}

async function begin(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/service-worker.js', {
    updateViaCache: 'none',
  })
  let looked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - looked < LOOK) return
    looked = Date.now()
    registration.update().catch(() => {})
  })
  await keepOfflinePage()
  if (viewer === null) await endPush()
  else if ((await registration.pushManager?.getSubscription()) != null) await readPush()
}

/** A notification of the device was pressed. */
function lead(message: unknown, isPage: (path: string) => boolean): void {
  const { type, path } = (message ?? {}) as { type?: string; path?: string }
  if (type !== 'go' || path === undefined || !path.startsWith('/')) return
  const { origin, pathname, search, href } = new URL(path, location.origin)
  if (origin !== location.origin) return
  if (isPage(pathname)) go(pathname + search)
  else location.assign(href)
}
