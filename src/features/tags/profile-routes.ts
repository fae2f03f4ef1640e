import type { App } from '../../kernel/core/app.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { findMentioned, mentionHandles } from '../accounts/mentioned.ts'
import { noteHtml, presentFields } from '../accounts/note.ts'
import { pictureUrls } from '../accounts/picture-urls.ts'
import { changeAsAsked, EditedProfile, MAX_PROFILE_BODY } from '../accounts/profile-routes.ts'
import { renderFeaturedTags } from './featured-serializer.ts'

/** A profile for editing by its owner: source texts, and featured hashtags. */
export const profileRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/profile/#get
  server.get('/api/v1/profile', { config: { scope: ['profile', 'read:accounts'] } }, (request) =>
    renderProfile(app, viewerOf(request).id),
  )

  // https://docs.joinmastodon.org/methods/profile/#update
  server.patch(
    '/api/v1/profile',
    {
      config: { scope: 'write:accounts', maxBody: MAX_PROFILE_BODY },
      schema: { body: EditedProfile },
    },
    async (request) => {
      const { id } = viewerOf(request)
      await changeAsAsked(app, id, request.body)
      return renderProfile(app, id)
    },
  )
}

/** https://docs.joinmastodon.org/entities/Profile/ */
async function renderProfile(app: App, accountId: string) {
  const row = await app.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const pictures = pictureUrls(app.config, accountId, row)
  const mentioned = await findMentioned(app.db, app.config, mentionHandles(row.note))
  const [hasAvatar, hasHeader] = [row.avatar_key !== null, row.header_key !== null]
  return {
    id: row.id,
    display_name: row.display_name,
    note: row.note,
    fields: presentFields(row.fields, 'as they are'),
    formatted_note: noteHtml(app.config, row.note, mentioned),
    formatted_fields: presentFields(row.fields, 'formatted'),
    ...pictures,
    // null instead of the default picture
    avatar: hasAvatar ? pictures.avatar : null,
    avatar_static: hasAvatar ? pictures.avatar_static : null,
    header: hasHeader ? pictures.header : null,
    header_static: hasHeader ? pictures.header_static : null,
    locked: row.locked,
    bot: row.bot,
    hide_collections: row.hide_collections,
    discoverable: row.discoverable,
    indexable: row.indexable,
    show_media: row.show_media,
    show_media_replies: row.show_media_replies,
    show_featured: row.show_featured,
    attribution_domains: row.attribution_domains,
    featured_tags: await renderFeaturedTags(app, {
      id: row.id,
      username: row.username,
      domain: null,
    }),
  }
}
