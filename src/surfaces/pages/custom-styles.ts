import { settings } from '../../features/instance/settings.ts'
import { cacheDocument } from '../../kernel/http/cache-headers.ts'
import type { Routes } from '../../kernel/http/routes.ts'

/**
 * The style sheet of the owner, reduced to what it may do, at the address that Mastodon has it at. It is reduced when it
 * is asked for, so that a stricter version of the server counts for what was stored before.
 */
export const customStyleRoutes: Routes = (server, app) => {
  let made = { source: '', css: '' }

  server.get('/custom.css', async (_, reply) => {
    const { content: source } = (await app.cached.get(settings)).custom_css
    if (source !== made.source) {
      // its parser is loaded where there is something to parse
      const { reduceStyles } = await import('../../kernel/text/owner-styles.ts')
      made = { source, css: reduceStyles(source).css }
    }
    const { css } = made.source === source ? made : { css: '' }
    cacheDocument(reply)
    reply.header('x-content-type-options', 'nosniff')
    return reply.type('text/css; charset=utf-8').send(css)
  })
}
