import { signal } from '@preact/signals'

/** Of Chromium: no other browser has it. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const offered = signal<InstallPrompt | null>(null)
const installed = signal(
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches,
)

/** How the client becomes an app of the device. */
export type InstallWay = 'installed' | 'by button' | 'by hand on iOS' | 'by the browser'

/** Keeps the browser's own offer back, for where the person looks for it; call it once. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered.value = event as InstallPrompt
  })
  addEventListener('appinstalled', () => {
    installed.value = true
    offered.value = null
  })
}

export function installWay(): InstallWay {
  if (installed.value) return 'installed'
  if (offered.value !== null) return 'by button'
  const isIos =
    /iPhone|iPad/.test(navigator.userAgent) ||
    (/Mac/.test(navigator.platform) && navigator.maxTouchPoints > 1)
  return isIos ? 'by hand on iOS' : 'by the browser'
}

/** Shows the browser's question. @returns whether the person wants it */
export async function install(): Promise<boolean> {
  const prompt = offered.value
  offered.value = null
  const { outcome } = (await prompt?.prompt()) ?? { outcome: 'dismissed' }
  installed.value = outcome === 'accepted'
  return installed.value
}
