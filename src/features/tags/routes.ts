import { NotFound } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import { Demanded, IdParams } from '../../kernel/http/params.ts'
import type { Routes, Viewer } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import { getReachableAccount } from '../accounts/queries.ts'
import { featureTag, readTagName, removeFeaturedTag, unfeatureTag } from './featured.ts'
import { renderFeaturedTags } from './featured-serializer.ts'
import { profileRoutes } from './profile-routes.ts'
import { renderTags, renderUnusedTag, type TagEntity } from './serializer.ts'
import { suggestedTagIds } from './suggestions.ts'
import { findTagId } from './tags.ts'

const FeatureBody = Type.Object({ name: Demanded(Type.String()) })
/** a tag's id in the API is its name */
export const NameParams = Type.Object({ id: Type.String() })

export const routes: Routes = (server, app) => {
  profileRoutes(server, app)
  // https://docs.joinmastodon.org/methods/featured_tags/
  server.get('/api/v1/featured_tags', { config: { scope: 'read:accounts' } }, async (request) =>
    renderFeaturedTags(app, local(viewerOf(request))),
  )

  server.post(
    '/api/v1/featured_tags',
    { config: { scope: 'write:accounts' }, schema: { body: FeatureBody } },
    async (request) => {
      const viewer = viewerOf(request)
      const input = { accountId: viewer.id, name: request.body.name }
      const id = await app.transact((tx) => featureTag(tx, input))
      const [entity] = await renderFeaturedTags(app, local(viewer), id)
      return entity
    },
  )

  server.delete(
    '/api/v1/featured_tags/:id',
    { config: { scope: 'write:accounts' }, schema: { params: IdParams } },
    async (request) => {
      const input = { accountId: viewerOf(request).id, id: request.params.id }
      await app.transact((tx) => removeFeaturedTag(tx, input))
      return {}
    },
  )

  server.get(
    '/api/v1/featured_tags/suggestions',
    { config: { scope: 'read:accounts' } },
    async (request) => {
      const viewer = viewerOf(request)
      return renderTags(app, await suggestedTagIds(app.db, viewer.id), viewer)
    },
  )

  // https://docs.joinmastodon.org/methods/accounts/#featured_tags
  server.get(
    '/api/v1/accounts/:id/featured_tags',
    { config: { scope: 'public', cache: 'page' }, schema: { params: IdParams } },
    async (request) => {
      const account = await getReachableAccount(app.db, request.params.id)
      return account.suspended_at === null ? renderFeaturedTags(app, account) : []
    },
  )

  // https://docs.joinmastodon.org/methods/tags/
  server.get(
    '/api/v1/tags/:id',
    {
      config: { scope: 'read', anonymous: true, cache: 'page' },
      schema: { params: NameParams },
    },
    async (request) => renderTag(app, request.params.id, request.auth?.user ?? null),
  )

  server.post(
    '/api/v1/tags/:id/feature',
    { config: { scope: 'write:accounts' }, schema: { params: NameParams } },
    async (request) => {
      const viewer = viewerOf(request)
      const { id: name } = request.params
      if (readTagName(name) === null) throw new NotFound()
      await app.transact((tx) => featureTag(tx, { accountId: viewer.id, name }))
      return renderTag(app, name, viewer)
    },
  )

  server.post(
    '/api/v1/tags/:id/unfeature',
    { config: { scope: 'write:accounts' }, schema: { params: NameParams } },
    async (request) => {
      const viewer = viewerOf(request)
      const { id: name } = request.params
      const tagId = await findTagId(app.db, name)
      if (tagId !== null) {
        await app.transact((tx) => unfeatureTag(tx, { accountId: viewer.id, tagId }))
      }
      return renderTag(app, name, viewer)
    },
  )
}

/** Users are local. */
function local({ id, username }: Viewer) {
  return { id, username, domain: null }
}

/** A hashtag, used or not (S-232). @throws NotFound for an invalid name */
export async function renderTag(app: App, text: string, viewer: Viewer | null): Promise<TagEntity> {
  const name = readTagName(text)
  if (name === null) throw new NotFound()
  const id = await findTagId(app.db, name.name)
  const [entity] = id === null ? [] : await renderTags(app, [id], viewer)
  return entity ?? renderUnusedTag(app, name, viewer)
}
