import { html, renderHtml } from '../../kernel/text/html.ts'
import { direction, languageTag, t, type Words } from '../../kernel/text/messages.ts'

/** Shown to people while the first certificate is on its way; the browser asks again by itself. */
export function waitingPage(words: Words): string {
  const title = t('This server is being set up')
  const page = html`<html lang="${languageTag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<h1>${title}</h1>
<p>${t('Its certificate for encrypted connections is on its way, which takes a minute or so. This page tries again by itself.')}</p>
<p>${t('If it stays like this, the log of the server says why.')}</p>
</body>
</html>
`
  return `<!doctype html>\n${renderHtml(page, words)}`
}
