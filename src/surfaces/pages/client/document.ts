import type { FastifyReply } from 'fastify'
import { type Settings, settings } from '../../../features/instance/settings.ts'
import type { App } from '../../../kernel/core/app.ts'
import { speakTo } from '../../../kernel/http/locale.ts'
import { pageHeaders } from '../../../kernel/http/page-headers.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { direction, languageTag, t } from '../../../kernel/text/messages.ts'
import { frameFor } from '../frame/frame.ts'
import { documentText, type Page, pageWithoutScript, stylesWithoutScript } from '../frame/layout.ts'
import { looksAttributes, looksOf, looksTags, ownStylesTag, PLAIN_LOOKS } from '../frame/looks.ts'
import { type Call, showPage } from '../pages.ts'
import { NOT_BUILT, type Program, prepareProgram, programTags } from '../program.ts'
import { iconLinks } from '../site-icons.ts'
import type { ClientAddress } from './addresses.ts'

/** A page in the place of the client, for browsers without script. */
type Instead = Pick<Page, 'title' | 'body' | 'list'>

/** Pages of settings, which look as the software draws them (web/client/state/own-styles.ts). */
const WITHOUT_OWN_STYLES = new Set([
  'preferences',
  'edit-profile',
  'notification-settings',
  'filters',
  'filter-edit',
  'start',
])

/**
 * Sends the document that the client fills from the API.
 * @param shows the page of the client, and its first requests
 * @param instead default: words that the page needs script
 */
export async function showClient(
  app: App,
  call: Call,
  shows: Pick<ClientAddress, 'page' | 'reads'>,
  instead?: Instead,
): Promise<FastifyReply> {
  const { request, reply, visitor } = call
  const frame = await frameFor(app, request, visitor)
  const chosen = frame?.chosen ?? null
  const program = await prepareProgram(app, { name: 'client', chosen, ...shows }, visitor)
  if (program === null) {
    return showPage(app, call, instead ? { width: 'wide', ...instead } : NOT_BUILT)
  }
  pageHeaders(reply, { script: true, worker: true })
  reply.header('cache-control', 'private, no-store')
  const known = await app.cached.get(settings)
  const page = {
    frame,
    looks: looksOf(request, chosen),
    isPlain: WITHOUT_OWN_STYLES.has(shows.page),
    ...(instead ?? { ...needsScript(program), isBrief: true }),
  }
  return reply.send(documentText(drawDocument(program, known, page), speakTo(request, reply)))
}

function drawDocument(
  program: Program,
  known: Settings,
  {
    looks = PLAIN_LOOKS,
    ...page
  }: Parameters<typeof pageWithoutScript>[1] & Pick<Page, 'looks'> & { isPlain: boolean },
): SafeHtml {
  const { title } = program.server
  return html`<html lang="${languageTag}" dir="${direction}"${looksAttributes(known, looks)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${title}</title>
<meta name="description" content="${title}">
${looksTags(known, looks)}
${iconLinks(known)}
<link rel="manifest" href="/site.webmanifest">
${programTags(program)}
${stylesWithoutScript()}
${ownStylesTag(known, page.isPlain)}
</head>
<body class="framed">
<div id="app">
${pageWithoutScript(known, page)}
</div>
</body>
</html>`
}

function needsScript({ me }: Program): Instead {
  const body = html`<div class="card"><h1>${t('This page needs JavaScript')}</h1>
<p>${rich('Profiles, posts and hashtags can be read without it; so can <link>what this server is</link>.', { link: (text: SafeHtml) => html`<a href="/about">${text}</a>` })}${me !== null && html` ${rich('Your <link>settings</link> work without it, too.', { link: (text: SafeHtml) => html`<a href="/settings">${text}</a>` })}`}</p></div>`
  return { title: t('This page needs JavaScript'), body }
}
