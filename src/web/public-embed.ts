import type { App } from '../app.ts'
import { NotFound } from '../errors.ts'
import { pageHeaders } from '../http/page-headers.ts'
import { settings } from '../instance/settings.ts'
import { html } from '../text/html.ts'
import { assetPath } from './assets.ts'
import type { Pages } from './pages.ts'
import { isLocal, type StatusEntity } from './public-entities.ts'
import { cacheHeaders, createEntrance } from './public-page.ts'
import { statusItem } from './public-status.ts'
import { getShownStatus, StatusParams } from './public-status-page.ts'
import { nameOf } from './public-text.ts'

/** A status in a frame on other sites. */
export const embedPages: Pages = (server, app, door) => {
  const entrance = createEntrance(app, door)
  server.get(
    '/@:username/:id/embed',
    { schema: { params: StatusParams } },
    async (request, reply) => {
      await entrance.checkReader(request, reply)
      const { username, id } = request.params
      const status = await getEmbeddable(app, username, id)
      const { title } = await app.cached.get(settings)
      pageHeaders(reply, { embeddable: true })
      await cacheHeaders(app, { reply, visitor: null })
      return reply.send(drawEmbed(app, title, status))
    },
  )
}

/**
 * A status that other sites may show.
 * @throws NotFound unless everybody may see it, it was written here, and it is no boost
 */
export async function getEmbeddable(app: App, username: string, id: string): Promise<StatusEntity> {
  const { entity } = await getShownStatus(app, username, id)
  if (!isLocal(entity.account) || entity.reblog !== null) throw new NotFound()
  return entity
}

function drawEmbed(app: App, server: string, status: StatusEntity): string {
  const { account } = status
  const document = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Post by ${nameOf(account)}</title>
<link rel="stylesheet" href="${assetPath('styles.css')}">
<base target="_blank">
</head>
<body class="embed">
<main>
<h1 class="visually-hidden">Post by ${nameOf(account)}</h1>
${statusItem({ config: app.config, now: app.clock() }, status)}
<p class="embed-foot small"><a href="${status.url}">Read it on ${server}</a></p>
</main>
</body>
</html>`
  return `<!doctype html>\n${document.html}`
}
