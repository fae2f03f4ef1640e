import { openDocument } from '../../activitypub/gate.ts'
import { sendDocument } from '../../activitypub/reply.ts'
import { NotFound } from '../../errors.ts'
import { IdParams } from '../../http/params.ts'
import type { Routes } from '../../http/routes.ts'
import { emojiDocument } from './document.ts'

/** A custom emoji of ours at its federation id. */
export const federationRoutes: Routes = (server, app) => {
  server.get('/emojis/:id', { schema: { params: IdParams } }, async (request, reply) => {
    await openDocument(app, request)
    const emoji = await app.db
      .selectFrom('custom_emoji')
      .selectAll()
      .where('id', '=', request.params.id)
      .where('domain', 'is', null)
      .executeTakeFirst()
    if (emoji === undefined) throw new NotFound()
    return sendDocument(reply, emojiDocument(app.config, emoji))
  })
}
