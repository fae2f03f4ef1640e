import { getShownLocalAccount } from '../../accounts/local.ts'
import { openDocument } from '../../activitypub/gate.ts'
import { sendDocument } from '../../activitypub/reply.ts'
import { featuredTagsUri } from '../../addresses.ts'
import type { App } from '../../app.ts'
import type { Routes } from '../../http/routes.ts'
import { Type } from '../../http/schema.ts'
import { isShutOut } from '../../relationships/standing.ts'
import { hashtagDocument } from './delivery.ts'

/** The hashtags on a profile (S-501); none for those whom the account blocks, also by their domain (S-419). */
export const federationRoutes: Routes = (server, app) => {
  server.get(
    '/users/:username/collections/tags',
    { schema: { params: Type.Object({ username: Type.String() }) } },
    async (request, reply) => {
      const viewerId = (await openDocument(app, request)).viewer?.id ?? null
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
