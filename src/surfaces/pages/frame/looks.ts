import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WebSettings } from '../../../features/accounts/web-settings.ts'
import type { Settings } from '../../../features/instance/settings.ts'
import { ACCENTS, type Accent, coloursPath, isAccent } from '../../../kernel/base/accents.ts'
import { VIOLET } from '../../../kernel/base/palette.ts'
import type { App } from '../../../kernel/core/app.ts'
import { readCookie, setCookie } from '../../../kernel/http/cookies.ts'
import { html, raw, type SafeHtml } from '../../../kernel/text/html.ts'
import { palettesFor } from '../colours.ts'

/** Attributes of the html element, with the choices that have one (web/client/state/theme.ts sets the same). */
const CHOICES = {
  'data-theme': { setting: 'theme', values: ['light', 'dark', 'contrast'] },
  'data-text': { setting: 'text_size', values: ['small', 'large', 'larger'] },
  'data-font': { setting: 'font', values: ['browser', 'serif'] },
  'data-motion': { setting: 'motion', values: ['reduced'] },
} as const

/** Choices that the client keeps in cookies, too, with the value of who chose nothing. */
const COOKIES = { theme: 'system', accent: 'server' } as const
/** seconds */
const YEAR = 31_536_000

/** The looks that somebody chose; without any, the device's theme and the server's colour. */
export interface Looks {
  /** by the settings of the client */
  chosen: WebSettings
  accent: Accent | null
}

/** of pages that shared caches may store, which are the same for everybody */
export const PLAIN_LOOKS: Looks = { chosen: {}, accent: null }

/**
 * The looks of a page. The cookies say those of this browser, also where nobody is signed in.
 *
 * @param chosen what who is signed in chose in the client
 */
export function looksOf(request: FastifyRequest, chosen: WebSettings | null): Looks {
  const looks: WebSettings = { ...chosen }
  for (const name of Object.keys(COOKIES)) {
    const kept = readCookie(request, `rookery_${name}`)
    if (kept !== null) looks[name] = kept
  }
  const accent = String(looks.accent ?? '')
  return { chosen: looks, accent: isAccent(accent) ? accent : null }
}

/** Keeps the choices that have a cookie in this browser, as the client does. */
export function keepLooks(app: App, { reply }: { reply: FastifyReply }, chosen: WebSettings): void {
  const { secureCookies: secure } = app.config
  for (const [name, usual] of Object.entries(COOKIES)) {
    const value = chosen[name]
    if (typeof value !== 'string') continue
    const maxAge = value === usual ? 0 : YEAR
    setCookie(reply, `rookery_${name}`, value, { secure, maxAge, script: true })
  }
}

/** The owner's style sheet. @param isOff whether this page leaves it out, and a later page of the client need not */
export function ownStylesTag(
  { custom_css }: Pick<Settings, 'custom_css'>,
  isOff = false,
): SafeHtml {
  if (custom_css.content === '') return html``
  const path = `/custom.css?v=${custom_css.updated_at ?? 0}`
  return html`<link rel="stylesheet" href="${path}" media="${isOff ? 'not all' : 'all'}" data-own-styles>`
}

type Own = Pick<Settings, 'accent_colour'>

/** Attributes of the html element. */
export function looksAttributes(known: Own, { chosen, accent }: Looks): SafeHtml {
  const attributes = Object.entries(CHOICES).map(([name, { setting, values }]) => {
    const value = values.find((one) => one === chosen[setting])
    return value === undefined ? '' : ` ${name}="${value}"`
  })
  const name = accent ?? (known.accent_colour === '' ? null : 'server')
  return html`${raw(attributes.join(''))}${name !== null && html` data-accent="${name}"`}`
}

/** Elements of the head: the style sheet of the colours, and the colour of the window around the page. */
export function looksTags(
  known: Own,
  { accent }: Looks,
  ground: 'bg' | 'surface' = 'bg',
): SafeHtml {
  const colour = accent === null ? known.accent_colour : ACCENTS[accent]
  const [light, dark] = (colour === '' ? VIOLET : palettesFor(colour)).usual[ground]
  return html`${colour !== '' && html`<link rel="stylesheet" href="${coloursPath(colour)}" data-colours>`}
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark}">`
}
