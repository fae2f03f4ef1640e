import { openDocument } from '../../../activitypub/gate.ts'
import { sendDocument } from '../../../activitypub/reply.ts'
import type { Routes } from '../../../http/routes.ts'
import { isForAll } from '../sending/sent.ts'
import { getShownStatus, StatusParams } from './shown.ts'

const COUNTERS = { likes: 'favourites_count', shares: 'reblogs_count' } as const

/** How many liked and boosted a status; who they are is for people signed in here. */
export const interactionRoutes: Routes = (server, app) => {
  for (const name of ['likes', 'shares'] as const) {
    server.get(
      `/users/:username/statuses/:id/${name}`,
      { schema: { params: StatusParams } },
      async (request, reply) => {
        const viewerId = (await openDocument(app, request)).viewer?.id ?? null
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
