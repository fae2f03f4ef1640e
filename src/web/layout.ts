import type { App } from '../app.ts'
import { DEFAULT_SETTINGS, type Settings, settings } from '../instance/settings.ts'
import { SOURCE_PATH } from '../instance/source/routes.ts'
import { html, type SafeHtml } from '../text/html.ts'
import { type AssetName, assetPath } from './assets.ts'
import { type Program, programTags, SCRIPT_END } from './program.ts'
import { iconLinks } from './site-icons.ts'

export interface Page {
  /** of the page alone; the server's title is added */
  title: string
  body: SafeHtml
  /** further elements of the head: descriptions, feeds */
  head?: SafeHtml
  /** what stands at the right of the page's header */
  account?: SafeHtml
  /** `narrow` for forms, `wide` for things to read, `settings` for both beside a list; default narrow */
  width?: 'narrow' | 'wide' | 'settings'
  /** what the page needs beyond HTML */
  script?: AssetName
  /** what takes the page over, where there is script */
  program?: Program | null
  /** attribute of the document for the look that was chosen */
  theme?: SafeHtml
  /** BCP 47 tag of the text; default en */
  lang?: string
}

/** Draws a whole document in the look that all pages share. */
export async function renderPage(app: Pick<App, 'cached'>, page: Page): Promise<string> {
  return drawDocument(await app.cached.get(settings), page)
}

/**
 * The page that a browser gets instead of an error in JSON. It reads nothing, as the database may be
 * what failed.
 *
 * @param message safe to show
 */
export function renderErrorPage(app: Pick<App, 'cached'>, status: number, message: string): string {
  const { title, advice } = ERRORS[status] ?? ERRORS[status >= 500 ? 500 : 400]!
  const body = html`<div class="card error-page">
  <p class="error-code" aria-hidden="true">${status}</p>
  <h1>${title}</h1>
  <p>${message}${/[.!?]$/.test(message) ? '' : '.'}</p>
  <p class="muted">${advice}</p>
  <p><a class="button secondary" href="/">Go to the start page</a></p>
</div>`
  return drawDocument(app.cached.peek(settings) ?? DEFAULT_SETTINGS, { title, body })
}

const ERRORS: Record<number, { title: string; advice: string }> = {
  400: { title: 'That did not work', advice: 'The address or the form holds something unusable.' },
  401: { title: 'Please sign in', advice: 'This is for people who are signed in.' },
  403: { title: 'Not allowed', advice: 'You may not see or do this.' },
  404: { title: 'Nothing here', advice: 'It may have been deleted, or the link is not right.' },
  410: { title: 'No longer here', advice: 'It was here once, and will not come back.' },
  422: { title: 'That did not work', advice: 'Please go back, load the page anew and try again.' },
  429: { title: 'Too many tries', advice: 'Please wait a few minutes and try again.' },
  500: { title: 'Something broke', advice: 'It is not your fault. Please try again in a moment.' },
  503: {
    title: 'Not available',
    advice: 'The server cannot do this right now. Please try again soon.',
  },
}

function drawDocument(known: Settings, page: Page): string {
  const { title: server, terms_of_service, source_url } = known
  const title = page.title === server ? server : `${page.title} · ${server}`
  const document = html`<html lang="${page.lang ?? 'en'}"${page.theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${assetPath('styles.css')}" data-until-program>
${iconLinks(known)}
<link rel="manifest" href="/site.webmanifest">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f3f2f8">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14121d">
${page.script && html`<script src="${assetPath(page.script)}" defer>${SCRIPT_END}`}
${page.program && programTags(page.program, { takesOver: true })}
${page.head}
</head>
<body class="${page.width ?? 'narrow'}">
<div id="app">
<a class="skip-link" href="#main">Skip to the content</a>
<header class="site-header">
<a class="site-name" href="/"><img src="${assetPath('logo.svg')}" alt="" width="32" height="32"><span>${server}</span></a>
${page.account && html`<nav class="site-account" aria-label="Account">${page.account}</nav>`}
</header>
<main id="main" class="page">
${page.body}
</main>
<footer class="site-footer">
<a href="/about">About</a>
<a href="/privacy-policy">Privacy policy</a>
${terms_of_service.content.trim() !== '' && html`<a href="/terms-of-service">Terms of service</a>`}
<a href="/developers">Developers</a>
<a href="${source_url || SOURCE_PATH}" rel="noopener">Source code</a>
</footer>
</div>
</body>
</html>`
  return `<!doctype html>\n${document.html}`
}
