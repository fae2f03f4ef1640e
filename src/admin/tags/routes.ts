import type { Selectable } from 'kysely'
import { actAs } from '../../audit/act.ts'
import { fetchPage } from '../../db/pagination.ts'
import type { TagTable } from '../../db/schema.ts'
import { NotFound } from '../../errors.ts'
import { viewerOf } from '../../http/auth.ts'
import { paginationLinks } from '../../http/link-header.ts'
import { pageOf } from '../../http/page.ts'
import { IdParams, Pagination } from '../../http/params.ts'
import type { Routes } from '../../http/routes.ts'
import { Type } from '../../http/schema.ts'
import { jsonList } from '../../json.ts'
import { changeTag } from '../../tags/trendable.ts'
import { renderAdminTags } from './tags.ts'

const [PAGE, LARGEST] = [100, 200]
const PATH = '/api/v1/admin/tags'
const READ = { scope: 'admin:read', permission: 'manageTaxonomies' } as const
const WRITE = { scope: 'admin:write', permission: 'manageTaxonomies' } as const
const TagBody = Type.Object({
  display_name: Type.Optional(Type.String()),
  listable: Type.Optional(Type.Boolean()),
  trendable: Type.Optional(Type.Boolean()),
  usable: Type.Optional(Type.Boolean()),
})

/** Hashtags, and what is decided about them; Mastodon has these operations without describing them. */
export const routes: Routes = (server, app) => {
  server.get(
    PATH,
    { config: READ, schema: { querystring: Pagination } },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE, LARGEST)
      const rows = await fetchPage(app.db.selectFrom('tag').select('id'), 'tag.id', page)
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return jsonList(await renderAdminTags(app, ids, viewerOf(request)))
    },
  )

  server.get(`${PATH}/:id`, { config: READ, schema: { params: IdParams } }, async (request) => {
    const [tag] = await renderAdminTags(app, [request.params.id], viewerOf(request))
    if (tag === undefined) throw new NotFound()
    return tag
  })

  server.put(
    `${PATH}/:id`,
    { config: WRITE, schema: { params: IdParams, body: TagBody } },
    async (request) => {
      const { id } = request.params
      await actAs(app, request, async (tx, staff) => {
        const before = await tx.db
          .selectFrom('tag')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst()
        const label = await changeTag(tx, id, request.body)
        const details = changesOf(before!, request.body)
        if (Object.keys(details).length === 0) return staff.unchanged()
        await staff.audit({
          action: 'update',
          target: { type: 'tag', id, label: `#${label}` },
          details,
        })
      })
      const [tag] = await renderAdminTags(app, [id], viewerOf(request))
      return tag
    },
  )
}

/** From which value to which, by name. */
function changesOf(before: Selectable<TagTable>, after: object): Record<string, unknown> {
  const names = Object.keys(after) as (keyof typeof after)[]
  const changed = names.filter((name) => after[name] !== undefined && before[name] !== after[name])
  return Object.fromEntries(changed.map((name) => [name, [before[name], after[name]]]))
}
