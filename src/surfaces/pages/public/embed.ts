import { type Settings, settings } from '../../../features/instance/settings.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { speakTo } from '../../../kernel/http/locale.ts'
import { pageHeaders } from '../../../kernel/http/page-headers.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { direction, languageTag, t } from '../../../kernel/text/messages.ts'
import { assetPath } from '../assets.ts'
import { documentText } from '../frame/layout.ts'
import { looksAttributes, looksTags, PLAIN_LOOKS } from '../frame/looks.ts'
import type { Pages } from '../pages.ts'
import { isLocal, type StatusEntity } from './entities.ts'
import { cacheHeaders, createEntrance, MAY_LAG } from './page.ts'
import { statusItem } from './status.ts'
import { getShownStatus, StatusParams } from './status-page.ts'
import { nameOf } from './text.ts'

/** Statuses for iframes on other sites. */
export const embedPages: Pages = (server, app, door) => {
  const entrance = createEntrance(app, door)
  server.get(
    '/@:username/:id/embed',
    { ...MAY_LAG, schema: { params: StatusParams } },
    async (request, reply) => {
      await entrance.checkReader(request, reply)
      const { username, id } = request.params
      const status = await getEmbeddable(app, username, id)
      const known = await app.cached.get(settings)
      pageHeaders(reply, { embeddable: true })
      await cacheHeaders(app, { reply, visitor: null })
      return reply.send(documentText(drawEmbed(app, known, status), speakTo(request, reply)))
    },
  )
}

/**
 * The status, if other sites may embed it.
 * @throws NotFound unless it is public or unlisted, local, and not a boost
 */
export async function getEmbeddable(app: App, username: string, id: string): Promise<StatusEntity> {
  const { entity } = await getShownStatus(app, username, id)
  if (!isLocal(entity.account) || entity.reblog !== null) throw new NotFound()
  return entity
}

function drawEmbed(app: App, known: Settings, status: StatusEntity): SafeHtml {
  const { account } = status
  const { title: server } = known
  return html`<html lang="${languageTag}" dir="${direction}"${looksAttributes(known, PLAIN_LOOKS)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${rich('Post by {account}', { account: nameOf(account) })}</title>
<link rel="stylesheet" href="${assetPath('styles.css')}">
${looksTags(known, PLAIN_LOOKS)}
<base target="_blank">
</head>
<body class="embed">
<main>
<h1 class="visually-hidden">${rich('Post by {account}', { account: nameOf(account) })}</h1>
${statusItem({ config: app.config, now: app.clock() }, status)}
<p class="embed-foot small"><a href="${status.url}">${t('Read it on {server}', { server })}</a></p>
</main>
</body>
</html>`
}
