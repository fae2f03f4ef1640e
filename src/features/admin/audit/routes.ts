import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { Id, paginationFields } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { pageOfEntries } from './entries.ts'
import { renderEntries } from './serializer.ts'

const PAGE = 40

const Query = Type.Object({
  ...paginationFields,
  account_id: Type.Optional(Id),
  action: Type.Optional(Type.String()),
  target_type: Type.Optional(Type.String()),
  target_id: Type.Optional(Type.String()),
})

/** The audit log of staff actions (S-205): Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  server.get(
    '/api/rookery/v1/admin/audit_log',
    {
      config: { scope: 'admin:read', permission: 'viewAuditLog' },
      schema: { querystring: Query },
    },
    async (request, reply) => {
      const { query } = request
      const page = pageOf(query, PAGE)
      const entries = await pageOfEntries(app.db, query, page)
      const ids = entries.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return renderEntries(app, entries)
    },
  )
}
