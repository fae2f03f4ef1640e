import type { FastifyReply } from 'fastify'
import type { App } from '../../app.ts'
import { Forbidden } from '../../errors.ts'
import { pageHeaders } from '../../http/page-headers.ts'
import { html } from '../../text/html.ts'
import { assetPath } from '../assets.ts'
import { type Call, goTo, type Pages, pageRoute, showPage } from '../pages.ts'
import { NOT_BUILT, type Program, prepareProgram, programTags } from '../program.ts'
import { signedIn } from '../signed-in.ts'
import { isStaff } from '../staff.ts'

/**
 * The staff's pages: one document for every address below /admin, which a program of web/admin fills by the API.
 * The API checks each call; what the document says of permissions only decides what is offered.
 */
export const adminPages: Pages = (server, app, door) => {
  for (const url of ['/admin', '/admin/*']) {
    pageRoute(server, door, url, (call) => show(app, call))
  }
}

async function show(app: App, call: Call): Promise<FastifyReply> {
  const caller = signedIn(app, call)
  if (caller === null) return call.reply
  const { user, reply, visitor } = caller
  if (user.barred !== null) return goTo(reply, '/settings/two_factor')
  if (!isStaff(user)) throw new Forbidden('These pages are for the staff of this server')
  const { csrfToken } = visitor
  const program = await prepareProgram(app, { name: 'admin' }, { user, csrfToken })
  if (program === null) return showPage(app, caller, NOT_BUILT)
  pageHeaders(reply, { script: true })
  reply.header('cache-control', 'private, no-store')
  return reply.send(drawShell(program))
}

function drawShell(program: Program): string {
  const document = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Administration · ${program.server.title}</title>
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1e1b2a">
<link rel="icon" type="image/svg+xml" href="${assetPath('logo.svg')}">
${programTags(program)}
</head>
<body>
<div id="app">
<main class="shell-waiting">
<noscript><p><strong>These pages need JavaScript.</strong> Everything here can also be done by <code>npx rookery</code> on the server, or by the API that <a href="/developers">/developers</a> describes.</p></noscript>
</main>
</div>
</body>
</html>`
  return `<!doctype html>\n${document.html}`
}
