import { checkDocumentAccess } from '../../../kernel/activitypub/document-access.ts'
import { sendDocument } from '../../../kernel/activitypub/reply.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import { IdParams } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { emojiDocument } from './document.ts'

/** A local custom emoji at its federation id. */
export const federationRoutes: Routes = (server, app) => {
  server.get('/emojis/:id', { schema: { params: IdParams } }, async (request, reply) => {
    await checkDocumentAccess(app, request)
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
