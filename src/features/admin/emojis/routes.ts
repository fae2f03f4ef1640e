import type { App } from '../../../kernel/core/app.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, Nullable, paginationFields, Upload } from '../../../kernel/http/params.ts'
import type { Routes, Server } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import {
  changeEmoji,
  createEmoji,
  deleteEmoji,
  type EmojiChoices,
  type EmojiKeys,
  withEmojiPicture,
} from '../../emojis/manage-emojis.ts'
import { inputOf } from '../../media/upload-input.ts'
import { targetOf } from './audit-target.ts'
import { copyRoute } from './copy.ts'
import { pageOfEmojis, type WantedEmojis } from './listing.ts'
import { renderEmoji, renderEmojis } from './serializer.ts'

const PAGE = 40
const PATH = '/api/rookery/v1/admin/custom_emojis'
const READ = { scope: 'admin:read', permission: 'manageCustomEmojis' } as const
const WRITE = { scope: 'admin:write', permission: 'manageCustomEmojis' } as const

const Query = Type.Object({
  ...paginationFields,
  domain: Type.Optional(Type.String()),
  local: Type.Optional(Type.Boolean()),
  shortcode: Type.Optional(Type.String()),
  category: Type.Optional(Type.String()),
  disabled: Type.Optional(Type.Boolean()),
})
const Picture = Type.Union([Upload, Type.String()])
const choices = {
  category: Type.Optional(Nullable(Type.String())),
  visible_in_picker: Type.Optional(Type.Boolean()),
  disabled: Type.Optional(Type.Boolean()),
}
const NewEmoji = Type.Object({ shortcode: Type.String(), file: Picture, ...choices })
const ChangedEmoji = Type.Object({ file: Type.Optional(Picture), ...choices })

/** Custom emoji: Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  addReads(server, app)

  server.post(PATH, { config: WRITE, schema: { body: NewEmoji } }, async (request) => {
    const { shortcode, file } = request.body
    const chosen = { ...DEFAULTS, ...readChoices(request.body) }
    const id = await withEmojiPicture(app, inputOf(file), (keys) =>
      actAs(app, request, async (tx, staff) => {
        const id = await createEmoji(tx, { shortcode, ...chosen, ...keys })
        const target = targetOf({ id, shortcode, domain: null })
        await staff.audit({ action: 'create', target, details: chosen })
        return id
      }),
    )
    return renderEmoji(app, id)
  })

  addChange(server, app)

  server.delete(`${PATH}/:id`, { config: WRITE, schema: { params: IdParams } }, async (request) => {
    await actAs(app, request, async (tx, staff) => {
      const emoji = await deleteEmoji(tx, request.params.id)
      await staff.audit({ action: 'delete', target: targetOf(emoji) })
    })
    return {}
  })

  copyRoute(server, app)
}

function addChange(server: Server, app: App): void {
  server.put(
    `${PATH}/:id`,
    { config: WRITE, schema: { params: IdParams, body: ChangedEmoji } },
    async (request) => {
      const { id } = request.params
      const { file } = request.body
      const change = (keys?: EmojiKeys) =>
        actAs(app, request, async (tx, staff) => {
          const picture = keys === undefined ? {} : { keys }
          const changed = await changeEmoji(tx, id, { ...readChoices(request.body), ...picture })
          if (Object.keys(changed.changes).length === 0) return staff.unchanged()
          const target = targetOf(changed.emoji)
          await staff.audit({ action: 'update', target, details: { changes: changed.changes } })
        })
      await (file === undefined || file === ''
        ? change()
        : withEmojiPicture(app, inputOf(file), change))
      return renderEmoji(app, id)
    },
  )
}

function addReads(server: Server, app: App): void {
  server.get(PATH, { config: READ, schema: { querystring: Query } }, async (request, reply) => {
    const page = pageOf(request.query, PAGE)
    const emojis = await pageOfEmojis(app, wantedBy(request.query), page)
    const ids = emojis.map(({ id }) => id)
    paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
    return renderEmojis(app, emojis)
  })

  server.get(`${PATH}/:id`, { config: READ, schema: { params: IdParams } }, (request) =>
    renderEmoji(app, request.params.id),
  )
}

const DEFAULTS: EmojiChoices = { category: null, visible_in_picker: true, disabled: false }

function wantedBy(query: Static<typeof Query>): WantedEmojis {
  const { local, domain, shortcode, category, disabled } = query
  const given = (text: string | undefined) => (text === '' ? undefined : text)
  return {
    domain: local === true ? null : given(domain)?.trim().toLowerCase(),
    remote: local === false,
    shortcode: given(shortcode?.replaceAll(':', '').trim()),
    category: given(category),
    disabled,
  }
}

function readChoices(body: Static<typeof ChangedEmoji>): Partial<EmojiChoices> {
  const { category, visible_in_picker, disabled } = body
  return {
    ...(category === undefined ? {} : { category: category?.trim() || null }),
    ...(visible_in_picker === undefined ? {} : { visible_in_picker }),
    ...(disabled === undefined ? {} : { disabled }),
  }
}
