import { createHash } from 'node:crypto'
import { html, renderHtml } from '../../kernel/text/html.ts'
import { direction, languageTag, t, type Words } from '../../kernel/text/messages.ts'

/** All that there is: no other file is served before the certificate. Colours are those of the browser, light or dark. */
const STYLE = `
body { max-width: 34rem; margin: 0 auto; padding: 15vh 1.5rem 2rem; font: 1.0625rem/1.6 system-ui, sans-serif }
h1 { margin: 0 0 1rem; font-size: 1.625rem; line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere }
p { margin: 0 0 1rem; text-wrap: pretty }
`
/** Of a Content-Security-Policy that allows this style and nothing else. */
export const WAITING_STYLE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** Shown to people while the first certificate is on its way; the browser asks again by itself. */
export function waitingPage(words: Words): string {
  const title = t('This server is being set up')
  const page = html`<html lang="${languageTag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${t('Its certificate for encrypted connections is on its way, which takes a minute or so. This page tries again by itself.')}</p>
<p>${t('If it stays like this, the log of the server says why.')}</p>
</main>
</body>
</html>
`
  return `<!doctype html>\n${renderHtml(page, words)}`
}
