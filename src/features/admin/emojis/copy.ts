import { Unprocessable, ValidationFailed } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { IdParams, Nullable } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { EgressRefused } from '../../../kernel/net/errors.ts'
import { actAs } from '../../audit/act.ts'
import { createEmoji, getEmoji, withEmojiPicture } from '../../emojis/manage-emojis.ts'
import { fetchPicture } from '../../proxy/fetch.ts'
import { getEmojiSource } from '../../proxy/remote-files.ts'
import { targetOf } from './audit-target.ts'
import { renderEmoji } from './serializer.ts'

const Copy = Type.Object({
  shortcode: Type.Optional(Type.String()),
  category: Type.Optional(Nullable(Type.String())),
})

/** Copies a remote emoji, with its picture, to this server. */
export const copyRoute: Routes = (server, app) => {
  server.post(
    '/api/rookery/v1/admin/custom_emojis/:id/copy',
    {
      config: { scope: 'admin:write', permission: 'manageCustomEmojis' },
      schema: { params: IdParams, body: Copy },
    },
    async (request) => {
      const original = await getEmoji(app.db, request.params.id)
      if (original.domain === null) throw new ValidationFailed('It is of this server already')
      const shortcode = request.body.shortcode || original.shortcode
      const category = request.body.category?.trim() || null
      const picture = await fetchOriginal(app, original.id)
      const id = await withEmojiPicture(app, picture, (keys) =>
        actAs(app, request, async (tx, staff) => {
          const chosen = { category, visible_in_picker: true, disabled: false }
          const id = await createEmoji(tx, { shortcode, ...chosen, ...keys })
          const target = targetOf({ id, shortcode, domain: null })
          const details = { from: targetOf(original).label }
          await staff.audit({ action: 'copy', target, details })
          return id
        }),
      )
      return renderEmoji(app, id)
    },
  )
}

/**
 * @throws NotFound if media of its domain are rejected, or its server no longer has it
 * @throws Unreachable if its server does not answer
 */
async function fetchOriginal(app: App, id: string): Promise<Buffer> {
  try {
    return await fetchPicture(app, await getEmojiSource(app, id))
  } catch (error) {
    if (!(error instanceof EgressRefused)) throw error
    throw new Unprocessable('The picture cannot be fetched from where it is', { cause: error })
  }
}
