import { checkDocumentAccess } from '../../../../kernel/activitypub/document-access.ts'
import { sendDocument } from '../../../../kernel/activitypub/reply.ts'
import { isForAll } from '../../../../kernel/core/audience-rules.ts'
import type { Routes } from '../../../../kernel/http/routes.ts'
import { getShownStatus, StatusParams } from './document-access.ts'

const COUNTERS = { likes: 'favourites_count', shares: 'reblogs_count' } as const

/** Counts of a status's likes and reblogs; only signed-in local accounts see the accounts. */
export const interactionRoutes: Routes = (server, app) => {
  for (const name of ['likes', 'shares'] as const) {
    server.get(
      `/users/:username/statuses/:id/${name}`,
      { schema: { params: StatusParams } },
      async (request, reply) => {
        const viewerId = (await checkDocumentAccess(app, request)).viewer?.id ?? null
        const status = await getShownStatus(app, viewerId, request.params)
        const stats = await app.db
          .selectFrom('status_stats')
          .select(COUNTERS[name])
          .where('status_id', '=', status.id)
          .executeTakeFirstOrThrow()
        const totalItems = Object.values(stats)[0]
        const document = { id: `${status.uri}/${name}`, type: 'Collection', totalItems }
        return sendDocument(reply, document, { forViewer: !isForAll(status) })
      },
    )
  }
}
