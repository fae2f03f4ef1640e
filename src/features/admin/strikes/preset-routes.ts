import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import type { AuditEntry } from '../../audit/log.ts'
import {
  changePreset,
  createPreset,
  getPreset,
  pageOfPresets,
  removePreset,
  type WarningPreset,
} from '../../moderation/warning-presets.ts'

const PAGE = 40
const PATH = '/api/rookery/v1/admin/warning_presets'
const READ = { scope: 'admin:read', permission: 'manageSettings' } as const
const WRITE = { scope: 'admin:write', permission: 'manageSettings' } as const

const NewBody = Type.Object({
  title: Type.String({ default: '' }),
  text: Type.String({ default: '' }),
})
const ChangeBody = Type.Object({
  title: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
})

/** Text presets of moderation decisions: Rookery's own, see docs/spec/surface.tsv. */
export const presetRoutes: Routes = (server, app) => {
  server.get(
    PATH,
    {
      config: {
        scope: 'admin:read',
        permission: ['manageUsers', 'manageReports', 'manageSettings'],
      },
      schema: { querystring: Pagination },
    },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfPresets(app.db, page)
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return rows.map(present)
    },
  )

  server.get(`${PATH}/:id`, { config: READ, schema: { params: IdParams } }, async (request) =>
    present(await getPreset(app.db, request.params.id)),
  )

  server.post(PATH, { config: WRITE, schema: { body: NewBody } }, (request) =>
    actAs(app, request, async (tx, staff) => {
      const preset = await createPreset(tx, request.body)
      await staff.audit({ action: 'create', target: targetOf(preset) })
      return present(preset)
    }),
  )

  server.put(
    `${PATH}/:id`,
    { config: WRITE, schema: { params: IdParams, body: ChangeBody } },
    (request) =>
      actAs(app, request, async (tx, staff) => {
        const preset = await changePreset(tx, request.params.id, request.body)
        await staff.audit({ action: 'update', target: targetOf(preset) })
        return present(preset)
      }),
  )

  server.delete(`${PATH}/:id`, { config: WRITE, schema: { params: IdParams } }, (request) =>
    actAs(app, request, async (tx, staff) => {
      const preset = await removePreset(tx, request.params.id)
      await staff.audit({ action: 'destroy', target: targetOf(preset) })
      return {}
    }),
  )
}

function present({ id, title, text }: WarningPreset) {
  return { id, title, text }
}

function targetOf({ id, title, text }: WarningPreset): AuditEntry['target'] {
  return { type: 'warning_preset', id, label: title === '' ? text.slice(0, 50) : title }
}
