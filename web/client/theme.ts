import { effect } from '@preact/signals'
import { webSetting } from './state/web-settings.ts'

/** How the client looks: `system` follows the device. */
export const THEMES = ['system', 'light', 'dark', 'contrast'] as const
export type Theme = (typeof THEMES)[number]

/** Marks the document with what was chosen, for src/web/tokens.css, now and whenever it changes; call it once. */
export function applyTheme(): void {
  const { dataset } = document.documentElement
  effect(() => {
    mark(dataset, 'theme', webSetting('theme').value, 'system')
    mark(dataset, 'text', webSetting('text_size').value, 'normal')
    mark(dataset, 'font', webSetting('font').value, 'system')
    mark(dataset, 'motion', webSetting('motion').value, 'system')
    tellServer(webSetting('theme').value)
    colourTheWindow()
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', colourTheWindow)
  matchMedia('(prefers-contrast: more)').addEventListener('change', colourTheWindow)
}

function mark(dataset: DOMStringMap, name: string, value: string, usual: string): void {
  if (value === usual) delete dataset[name]
  else dataset[name] = value
}

/** What the browser paints around the page takes the page's ground. */
function colourTheWindow(): void {
  const [first, ...rest] = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')
  for (const meta of rest) meta.remove()
  if (first === undefined) return
  first.removeAttribute('media')
  first.content = getComputedStyle(document.body).backgroundColor
}

/** Pages that the server draws follow, as it knows no other way (src/web/theme.ts). */
function tellServer(theme: Theme): void {
  const age = theme === 'system' ? 0 : 31_536_000
  // the store of cookies that works in all browsers, of which this one holds nothing private
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is not everywhere yet
  document.cookie = `rookery_theme=${theme}; path=/; max-age=${age}; samesite=lax`
}

const noMotion = matchMedia('(prefers-reduced-motion: reduce)')

/** Whether nothing should move that need not: by the device or by choice. */
export const wantsStillness = (): boolean =>
  noMotion.matches || webSetting('motion').value === 'reduced'
