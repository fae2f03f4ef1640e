import { NotFound } from '../../kernel/base/errors.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { paginationLinks } from '../../kernel/http/link-header.ts'
import { pageOf } from '../../kernel/http/page-params.ts'
import { Pagination } from '../../kernel/http/params.ts'
import { spend } from '../../kernel/http/rate-limits/limiter.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { readTagName } from './featured.ts'
import { followedAmong, followTag, pageOfFollowedTags, unfollowTag } from './follows.ts'
import { NameParams, renderTag } from './routes.ts'
import { renderTags } from './serializer.ts'
import { findTagId } from './tags.ts'

/** default number of hashtags per page; the maximum is twice that */
const PAGE = 100

export const routes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/followed_tags/
  server.get(
    '/api/v1/followed_tags',
    { config: { scope: 'read:follows' }, schema: { querystring: Pagination } },
    async (request, reply) => {
      const viewer = viewerOf(request)
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfFollowedTags(app.db, { accountId: viewer.id }, page)
      const ids = rows.map((row) => row.cursor)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'since_id' })
      return renderTags(
        app,
        rows.map((row) => row.id),
        viewer,
      )
    },
  )

  // https://docs.joinmastodon.org/methods/tags/#follow
  server.post(
    '/api/v1/tags/:id/follow',
    {
      config: { scope: 'write:follows', limits: ['follows'] },
      schema: { params: NameParams },
    },
    async (request) => {
      const viewer = viewerOf(request)
      const name = readTagName(request.params.id)
      if (name === null) throw new NotFound()
      const tagId = await findTagId(app.db, name.name)
      const known = tagId === null ? [] : await followedAmong(app.db, viewer.id, [tagId])
      if (known.length === 0) {
        await spend(request, 'follows')
        await app.transact((tx) => followTag(tx, { accountId: viewer.id, name }))
      }
      return renderTag(app, request.params.id, viewer)
    },
  )

  // https://docs.joinmastodon.org/methods/tags/#unfollow
  server.post(
    '/api/v1/tags/:id/unfollow',
    { config: { scope: 'write:follows' }, schema: { params: NameParams } },
    async (request) => {
      const viewer = viewerOf(request)
      const { id: name } = request.params
      const tagId = await findTagId(app.db, readTagName(name)?.name ?? name)
      if (tagId !== null) {
        await app.transact((tx) => unfollowTag(tx, { accountId: viewer.id, tagId }))
      }
      return renderTag(app, name, viewer)
    },
  )
}
