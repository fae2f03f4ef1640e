import type { Selectable } from 'kysely'
import { NotFound } from '../../../kernel/base/errors.ts'
import { jsonList } from '../../../kernel/base/json.ts'
import { fetchPage } from '../../../kernel/db/pagination.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import type { TagTable } from '../../tags/tables.ts'
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

/** Hashtags and decisions about them; Mastodon has these endpoints without documentation. */
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

/** Old and new value, by name. */
function changesOf(before: Selectable<TagTable>, after: object): Record<string, unknown> {
  const names = Object.keys(after) as (keyof typeof after)[]
  const changed = names.filter((name) => after[name] !== undefined && before[name] !== after[name])
  return Object.fromEntries(changed.map((name) => [name, [before[name], after[name]]]))
}
