import { fileUrl } from '../addresses.ts'
import type { Icon, Settings } from '../instance/settings.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { assetPath } from './assets.ts'

/** The icon in the head of every page: the operator's, or the one that comes with the software. */
export function iconLinks({ icon }: Pick<Settings, 'icon'>): SafeHtml {
  if (icon === null) {
    return html`<link rel="icon" type="image/svg+xml" href="${assetPath('logo.svg')}">
<link rel="apple-touch-icon" href="${assetPath('icon-180.png')}">`
  }
  return html`<link rel="icon" type="image/png" sizes="96x96" href="${pathOf(icon, 96)}">
<link rel="apple-touch-icon" sizes="192x192" href="${pathOf(icon, 192)}">`
}

/** @see https://www.w3.org/TR/appmanifest/#icons-member */
export function manifestIcons({ icon }: Pick<Settings, 'icon'>) {
  return ([192, 512] as const).map((side) => ({
    src: icon === null ? assetPath(`icon-${side}.png`) : pathOf(icon, side),
    sizes: `${side}x${side}`,
    type: 'image/png',
  }))
}

function pathOf({ keys }: Icon, side: number): string {
  return fileUrl({ origin: '' }, keys[side] ?? '')
}
