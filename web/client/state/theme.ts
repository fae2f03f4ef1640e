import { effect } from '@preact/signals'
import { wearAccent } from './colours.ts'
import { webSetting } from './web-settings.ts'

/** How the client looks: `system` follows the device. */
export const THEMES = ['system', 'light', 'dark', 'contrast'] as const
export type Theme = (typeof THEMES)[number]

/** Sets the chosen looks on the document, for src/surfaces/pages/styles/tokens.css, now and on change; call it once. */
export function applyTheme(): void {
  const { dataset } = document.documentElement
  effect(() => {
    mark(dataset, 'theme', webSetting('theme').value, 'system')
    mark(dataset, 'text', webSetting('text_size').value, 'normal')
    mark(dataset, 'font', webSetting('font').value, 'system')
    mark(dataset, 'motion', webSetting('motion').value, 'system')
    mark(dataset, 'density', webSetting('density').value, 'comfortable')
    tellServer('theme', webSetting('theme').value, 'system')
    colourTheWindow()
  })
  effect(() => {
    const accent = webSetting('accent').value
    tellServer('accent', accent, 'server')
    wearAccent(accent, colourTheWindow)
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', colourTheWindow)
  matchMedia('(prefers-contrast: more)').addEventListener('change', colourTheWindow)
}

function mark(dataset: DOMStringMap, name: string, value: string, usual: string): void {
  if (value === usual) delete dataset[name]
  else dataset[name] = value
}

/** Gives the browser's own controls around the page the page's background colour. */
function colourTheWindow(): void {
  const [first, ...rest] = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')
  for (const meta of rest) meta.remove()
  if (first === undefined) return
  first.removeAttribute('media')
  first.content = getComputedStyle(document.body).backgroundColor
}

/** Pages that the server draws follow, as it knows no other way (src/surfaces/pages/frame/looks.ts). */
function tellServer(name: 'theme' | 'accent', value: string, usual: string): void {
  const age = value === usual ? 0 : 31_536_000
  // the store of cookies that works in all browsers, of which this one holds nothing private
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is not everywhere yet
  document.cookie = `rookery_${name}=${value}; path=/; max-age=${age}; samesite=lax`
}

const noMotion = matchMedia('(prefers-reduced-motion: reduce)')

/** Whether nothing should move that need not: by the device or by choice. */
export const wantsStillness = (): boolean =>
  noMotion.matches || webSetting('motion').value === 'reduced'
