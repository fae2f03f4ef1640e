import type { Icon, Settings } from '../../features/instance/settings.ts'
import { fileUrl } from '../../kernel/base/urls.ts'
import { html, type SafeHtml } from '../../kernel/text/html.ts'
import { assetPath } from './assets.ts'

/** The icons in the head of every page: the operator's icon, or the icon of the software. */
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

/** The operator's icon where the mark of the software stands otherwise; null: there is none. */
export function logoPath({ icon }: Pick<Settings, 'icon'>): string | null {
  return icon === null ? null : pathOf(icon, 96)
}

function pathOf({ keys }: Icon, side: number): string {
  return fileUrl({ origin: '', mediaBaseUrl: null }, keys[side] ?? '')
}
