import type { FastifyReply } from 'fastify'
import { type Settings, settings } from '../../../features/instance/settings.ts'
import { Forbidden } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { speakTo } from '../../../kernel/http/locale.ts'
import { pageHeaders } from '../../../kernel/http/page-headers.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { direction, languageTag, t } from '../../../kernel/text/messages.ts'
import { type Frame, frameFor } from '../frame/frame.ts'
import { documentText, pageWithoutScript, stylesWithoutScript } from '../frame/layout.ts'
import { type Looks, looksAttributes, looksOf, looksTags } from '../frame/looks.ts'
import { signedIn } from '../frame/signed-in.ts'
import { isStaff } from '../frame/staff.ts'
import { type Call, goTo, type Pages, pageRoute, showPage } from '../pages.ts'
import { NOT_BUILT, type Program, prepareProgram, programTags } from '../program.ts'
import { iconLinks } from '../site-icons.ts'

/**
 * The staff's pages: one document for every address below /admin; a program of web/admin fills it from the API.
 * The API checks permissions on each call; the permissions in the document only decide which controls the page shows.
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
  const program = await prepareProgram(app, { name: 'admin', chosen: null }, { user, csrfToken })
  if (program === null) return showPage(app, caller, NOT_BUILT)
  pageHeaders(reply, { script: true })
  reply.header('cache-control', 'private, no-store')
  const frame = await frameFor(app, call.request, visitor)
  const looks = looksOf(call.request, frame?.chosen ?? null)
  const shell = drawShell(program, await app.cached.get(settings), { frame, looks })
  return reply.send(documentText(shell, speakTo(call.request, reply)))
}

const INSTEAD = html`<div class="card"><h1>${t('These pages need JavaScript')}</h1>
<p>${rich('Everything here can also be done by {code} on the server, or by the API that <link>/developers</link> describes.', { code: html`<code>npx rookery</code>`, link: (text: SafeHtml) => html`<a href="/developers">${text}</a>` })}</p>
<p>${rich('<link>The health of the server</link> is shown without it.', { link: (text: SafeHtml) => html`<a href="/admin/health">${text}</a>` })}</p></div>`

function drawShell(
  program: Program,
  known: Settings,
  { frame, looks }: { frame: Frame | null; looks: Looks },
): SafeHtml {
  return html`<html lang="${languageTag}" dir="${direction}"${looksAttributes(known, looks)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${t('Administration · {title}', { title: program.server.title })}</title>
${looksTags(known, looks, 'surface')}
${iconLinks(known)}
${programTags(program)}
${stylesWithoutScript()}
</head>
<body class="framed">
<div id="app">
${pageWithoutScript(known, { frame, body: INSTEAD, isBrief: true })}
</div>
</body>
</html>`
}
