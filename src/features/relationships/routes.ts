import { type JsonText, toJson } from '../../kernel/base/json.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { IdList, IdParams } from '../../kernel/http/params.ts'
import type { Routes, Server, Viewer } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import type { ApiScope } from '../../kernel/http/scopes.ts'
import { getReachableAccount, loadReachableAccounts } from '../accounts/queries.ts'
import { accountSearchRoutes } from './account-search-routes.ts'
import { blockAccount, unblockAccount } from './blocks.ts'
import { domainBlockRoutes } from './domain-block-routes.ts'
import { endorsementRoutes } from './endorsement-routes.ts'
import { endorseAccount, unendorseAccount } from './endorsements.ts'
import { familiarFollowersRoute } from './familiar-followers-route.ts'
import { federationRoutes } from './federation/routes.ts'
import { followRoutes } from './follow-routes.ts'
import { removeFollower, unfollowAccount } from './follows.ts'
import { listRoutes } from './list-routes.ts'
import { muteAccount, unmuteAccount } from './mutes.ts'
import { noteAccount } from './notes.ts'
import type { Pair } from './queries.ts'
import { loadRelationships, renderRelationship } from './relationship.ts'
import { severanceRoutes } from './severance-routes.ts'

/** seconds; a hundred years count as no end */
const LONGEST_MUTE = 3_155_760_000

const MuteBody = Type.Object({
  notifications: Type.Boolean({ default: true }),
  duration: Type.Integer({ default: 0, minimum: 0, maximum: LONGEST_MUTE }),
})

const NoteBody = Type.Object({ comment: Type.String({ default: '' }) })

const RelationshipsQuery = Type.Object({
  id: Type.Optional(IdList),
  with_suspended: Type.Boolean({ default: false }),
})

export const routes: Routes = (server, app) => {
  listRoutes(server, app)
  followRoutes(server, app)
  domainBlockRoutes(server, app)
  endorsementRoutes(server, app)
  familiarFollowersRoute(server, app)
  accountSearchRoutes(server, app)
  federationRoutes(server, app)
  severanceRoutes(server, app)
  relationshipsRoute(server, app)
  muteRoute(server, app)
  noteRoute(server, app)
  for (const action of ACTIONS) actionRoute(server, app, action)
}

type Change = (tx: Tx, pair: Pair) => Promise<unknown>
type Action = readonly [name: string, scope: ApiScope, change: Change]

const ACTIONS: readonly Action[] = [
  ['unfollow', 'write:follows', unfollowAccount],
  ['remove_from_followers', 'write:follows', removeFollower],
  ['block', 'write:blocks', blockAccount],
  ['unblock', 'write:blocks', unblockAccount],
  ['unmute', 'write:mutes', unmuteAccount],
  ['endorse', 'write:accounts', endorseAccount],
  ['unendorse', 'write:accounts', unendorseAccount],
  // names before Mastodon 4.4
  ['pin', 'write:accounts', endorseAccount],
  ['unpin', 'write:accounts', unendorseAccount],
]

/** https://docs.joinmastodon.org/methods/accounts/#relationships */
const relationshipsRoute: Routes = (server, app) => {
  server.get(
    '/api/v1/accounts/relationships',
    { config: { scope: 'read:follows' }, schema: { querystring: RelationshipsQuery } },
    async (request) => {
      const { id: ids = [], with_suspended } = request.query
      const accounts = await loadReachableAccounts(app.db, ids)
      const shown = [...new Set(ids)].filter((id) => {
        const account = accounts.get(id)
        return account !== undefined && (with_suspended || account.suspended_at === null)
      })
      const found = await loadRelationships(app.db, viewerOf(request).id, shown, app.clock())
      return toJson(shown.map((id) => found.get(id)))
    },
  )
}

/** Changes the relationship with one account and returns the new relationship. */
function actionRoute(server: Server, app: App, [name, scope, change]: Action): void {
  // https://docs.joinmastodon.org/methods/accounts/#unfollow and those after it
  server.post(
    `/api/v1/accounts/:id/${name}`,
    { config: { scope }, schema: { params: IdParams } },
    (request) => changeAndRender(app, viewerOf(request), request.params.id, change),
  )
}

/** https://docs.joinmastodon.org/methods/accounts/#mute */
const muteRoute: Routes = (server, app) => {
  server.post(
    '/api/v1/accounts/:id/mute',
    { config: { scope: 'write:mutes' }, schema: { params: IdParams, body: MuteBody } },
    (request) => {
      const { notifications: hideNotifications, duration } = request.body
      return changeAndRender(app, viewerOf(request), request.params.id, (tx, pair) => {
        const expiresAt = duration === 0 ? null : tx.now + duration * 1000
        return muteAccount(tx, { ...pair, hideNotifications, expiresAt })
      })
    },
  )
}

/** https://docs.joinmastodon.org/methods/accounts/#note */
const noteRoute: Routes = (server, app) => {
  server.post(
    '/api/v1/accounts/:id/note',
    { config: { scope: 'write:accounts' }, schema: { params: IdParams, body: NoteBody } },
    (request) =>
      changeAndRender(app, viewerOf(request), request.params.id, (tx, pair) =>
        noteAccount(tx, pair, request.body.comment),
      ),
  )
}

async function changeAndRender(
  app: App,
  viewer: Viewer,
  targetId: string,
  change: Change,
): Promise<JsonText> {
  const target = await getReachableAccount(app.db, targetId)
  await app.transact((tx) => change(tx, { accountId: viewer.id, targetId: target.id }))
  return renderRelationship(app.db, viewer.id, target.id, app.clock())
}
