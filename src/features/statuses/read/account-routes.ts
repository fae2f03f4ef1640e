import { viewerIdOf } from '../../../kernel/http/auth.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, paginationFields } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { getReachableAccount } from '../../accounts/queries.ts'
import { findTagId } from '../../tags/tags.ts'
import { accountStatusesPage } from './account-lists.ts'
import { showPage } from './send-page.ts'

const StatusesQuery = Type.Object({
  ...paginationFields,
  pinned: Type.Optional(Type.Boolean()),
  tagged: Type.Optional(Type.String()),
  only_media: Type.Optional(Type.Boolean()),
  exclude_replies: Type.Optional(Type.Boolean()),
  exclude_reblogs: Type.Optional(Type.Boolean()),
  exclude_direct: Type.Optional(Type.Boolean()),
})

export const routes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/accounts/#statuses
  server.get(
    '/api/v1/accounts/:id/statuses',
    {
      config: { scope: 'read:statuses', anonymous: true, cache: 'list' },
      schema: { params: IdParams, querystring: StatusesQuery },
    },
    async (request, reply) => {
      const { query } = request
      const account = await getReachableAccount(app.db, request.params.id)
      const tagId = query.tagged ? await findTagId(app.db, query.tagged) : null
      if (query.tagged && tagId === null) return []
      const page = pageOf(query, 20)
      const asked = {
        accountId: account.id,
        viewerId: viewerIdOf(request),
        tagId,
        now: app.clock(),
      }
      const wanted = {
        onlyMedia: query.only_media ?? false,
        excludeReplies: query.exclude_replies ?? false,
        excludeReblogs: query.exclude_reblogs ?? false,
        excludeDirect: query.exclude_direct ?? false,
        pinned: query.pinned ?? false,
      }
      const { rows: listed, stopped } = await accountStatusesPage(app, asked, wanted, page)
      return showPage(app, request, reply, { listed, stopped, page, prev: 'min_id' })
    },
  )
}
