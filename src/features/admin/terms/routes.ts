import { NotFound, ValidationFailed } from '../../../kernel/base/errors.ts'
import { isoTime } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { fetchPage } from '../../../kernel/db/pagination.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, Nullable, Pagination } from '../../../kernel/http/params.ts'
import type { Routes, Server } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import { publishTerms, withdrawTerms } from '../../instance/publish-terms.ts'
import { dayOf, dayText, type TermsVersion } from '../../instance/terms-versions.ts'
import { mailEverybody } from './notify.ts'

const PAGE = 40
const PATH = '/api/rookery/v1/admin/terms_of_service'
const READ = { scope: 'admin:read', permission: 'manageSettings' } as const
const WRITE = { scope: 'admin:write', permission: 'manageSettings' } as const

const Body = Type.Object({
  content: Type.String(),
  effective_date: Type.Optional(Nullable(Type.String())),
  notify: Type.Boolean({ default: false }),
})

/** Terms of service by effective date: Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  addReads(server, app)

  server.post(PATH, { config: WRITE, schema: { body: Body } }, async (request) => {
    const { content, effective_date, notify } = request.body
    const given = readDay(effective_date ?? '')
    const id = await actAs(app, request, async (tx, staff) => {
      const day = given ?? dayOf(tx.now)
      const id = await publishTerms(tx, { content, day })
      if (notify) await mailEverybody(tx, id)
      const target = { type: 'terms_of_service', id, label: dayText(day) }
      await staff.audit({ action: 'publish', target, details: { notify } })
      return id
    })
    return render(app, id)
  })

  server.delete(`${PATH}/:id`, { config: WRITE, schema: { params: IdParams } }, async (request) => {
    await actAs(app, request, async (tx, staff) => {
      const { id, effective_day } = await withdrawTerms(tx, request.params.id)
      const target = { type: 'terms_of_service', id, label: dayText(effective_day) }
      await staff.audit({ action: 'delete', target })
    })
    return {}
  })
}

function addReads(server: Server, app: App): void {
  server.get(
    PATH,
    { config: READ, schema: { querystring: Pagination } },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const all = app.db.selectFrom('terms_version').selectAll()
      const rows = await fetchPage(all, 'terms_version.id', page)
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return rows.map((row) => present(app, row))
    },
  )
  server.get(`${PATH}/:id`, { config: READ, schema: { params: IdParams } }, (request) =>
    render(app, request.params.id),
  )
}

async function render(app: App, id: string) {
  const row = await app.db
    .selectFrom('terms_version')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return present(app, row)
}

function present(app: App, row: TermsVersion) {
  return {
    id: row.id,
    effective_date: dayText(row.effective_day),
    effective: row.effective_day <= dayOf(app.clock()),
    content: row.content,
    notified_at: row.notified_at === null ? null : isoTime(row.notified_at),
    created_at: isoTime(row.created_at),
  }
}

/**
 * @returns null for blank.
 * @throws ValidationFailed for an invalid day
 */
function readDay(text: string): number | null {
  if (text.trim() === '') return null
  const at = /^\d{4}-\d\d-\d\d$/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN
  if (Number.isNaN(at)) throw new ValidationFailed('Effective date is no day like 2026-12-31')
  return dayOf(at)
}
