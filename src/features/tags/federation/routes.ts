import { checkDocumentAccess } from '../../../kernel/activitypub/document-access.ts'
import { sendDocument } from '../../../kernel/activitypub/reply.ts'
import { featuredTagsUri } from '../../../kernel/base/urls.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { getShownLocalAccount } from '../../accounts/local.ts'
import { isShutOut } from '../../relationships/blocks-of-pair.ts'
import { hashtagDocument } from './delivery.ts'

/**
 * The hashtags on a profile (S-501); none for actors that the account blocks, also by domain
 * (S-419).
 */
export const federationRoutes: Routes = (server, app) => {
  server.get(
    '/users/:username/collections/tags',
    { schema: { params: Type.Object({ username: Type.String() }) } },
    async (request, reply) => {
      const viewerId = (await checkDocumentAccess(app, request)).viewer?.id ?? null
      const account = await getShownLocalAccount(app.db, request.params.username)
      const names = await featuredNames(app, account.id, viewerId)
      const items = names.map((name) => hashtagDocument(app.config, account.username, name))
      const id = featuredTagsUri(account.uri)
      const document = { id, type: 'Collection', totalItems: items.length, items }
      return sendDocument(reply, document, { forViewer: viewerId !== null })
    },
  )
}

async function featuredNames(
  app: App,
  accountId: string,
  viewerId: string | null,
): Promise<string[]> {
  const blocked = viewerId !== null && (await isShutOut(app.db, { accountId, targetId: viewerId }))
  if (blocked) return []
  const rows = await app.db
    .selectFrom('featured_tag')
    .select('name')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.name)
}
