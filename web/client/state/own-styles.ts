import { effect } from '@preact/signals'
import { place } from '../../shared/router.ts'
import { signInPrompt } from '../../shared/session.ts'

/** Pages of settings, which look as the software draws them (src/surfaces/pages/client/document.ts). */
const WITHOUT = /^\/(preferences|profile\/edit|notifications\/settings|filters|start)(\/|$)/

/** The style sheet of the server's owner counts where people read and write, not where they change or confirm something. */
export function limitOwnStyles(): void {
  const link = document.querySelector<HTMLLinkElement>('link[data-own-styles]')
  if (link === null) return
  effect(() => {
    const isOff = WITHOUT.test(place.value.path) || signInPrompt.value !== null
    link.media = isOff ? 'not all' : 'all'
  })
}
