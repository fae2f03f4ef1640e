import type { FastifyRequest } from 'fastify'
import { readCookie } from '../http/cookies.ts'
import { html, type SafeHtml } from '../text/html.ts'

const THEMES = ['light', 'dark', 'contrast']

/** Marks a document with the look that was chosen in this browser (web/client/theme.ts); else the device's counts. */
export function themeAttribute(request: FastifyRequest): SafeHtml {
  const theme = readCookie(request, 'rookery_theme')
  return theme !== null && THEMES.includes(theme) ? html` data-theme="${theme}"` : html``
}
