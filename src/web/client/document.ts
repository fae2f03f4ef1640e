import type { FastifyReply } from 'fastify'
import type { App } from '../../app.ts'
import { pageHeaders } from '../../http/page-headers.ts'
import { settings } from '../../instance/settings.ts'
import { html, type SafeHtml } from '../../text/html.ts'
import { type Call, showPage } from '../pages.ts'
import { NOT_BUILT, type Program, prepareProgram, programTags } from '../program.ts'
import { iconLinks } from '../site-icons.ts'
import { themeAttribute } from '../theme.ts'
import type { ClientAddress } from './addresses.ts'

/**
 * Sends the document that the client fills by the API.
 * @param shows what shows the address
 */
export async function showClient(
  app: App,
  call: Call,
  shows: Pick<ClientAddress, 'page' | 'reads'>,
): Promise<FastifyReply> {
  const { reply, visitor } = call
  const program = await prepareProgram(app, { name: 'client', ...shows }, visitor)
  if (program === null) return showPage(app, call, NOT_BUILT)
  pageHeaders(reply, { script: true, worker: true })
  reply.header('cache-control', 'private, no-store')
  return reply.send(
    drawDocument(program, iconLinks(await app.cached.get(settings)), themeAttribute(call.request)),
  )
}

function drawDocument(program: Program, icons: SafeHtml, theme: SafeHtml): string {
  const { title } = program.server
  const document = html`<html lang="en"${theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${title}</title>
<meta name="description" content="${title}">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f3f2f8">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14121d">
${icons}
<link rel="manifest" href="/site.webmanifest">
${programTags(program)}
</head>
<body>
<div id="app">
<main class="shell-waiting">
<noscript><p><strong>This page needs JavaScript.</strong> Profiles, posts and hashtags can be read without it; so can <a href="/about">what this server is</a>. Your <a href="/settings">settings</a> work without it, too.</p></noscript>
</main>
</div>
</body>
</html>`
  return `<!doctype html>\n${document.html}`
}
