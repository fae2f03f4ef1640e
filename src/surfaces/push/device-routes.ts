import {
  type ListedSubscription,
  listSubscriptions,
  removeOwnSubscription,
} from '../../features/notifications/push-subscriptions.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { IdParams } from '../../kernel/http/params.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { browserOf } from '../../kernel/text/browsers.ts'

const PATH = '/api/rookery/v1/push_subscriptions'

/** All browsers and apps of an account that are told of something: Rookery's own, see docs/spec/surface.tsv. */
export const deviceRoutes: Routes = (server, app) => {
  server.get(PATH, { config: { scope: 'push' } }, async (request) =>
    (await listSubscriptions(app.db, viewerOf(request).id)).map(present),
  )

  server.delete(
    `${PATH}/:id`,
    { config: { scope: 'push' }, schema: { params: IdParams } },
    async (request) => {
      const input = { accountId: viewerOf(request).id, id: request.params.id }
      await app.transact((tx) => removeOwnSubscription(tx, input))
      return {}
    },
  )
}

const present = ({ user_agent, failing_since, alerts, ...row }: ListedSubscription) => ({
  id: row.id,
  application: row.application,
  ...browserOf(user_agent),
  policy: row.policy,
  kinds: Object.values(alerts).filter(Boolean).length,
  failing: failing_since !== null,
  created_at: new Date(row.created_at).toISOString(),
})
