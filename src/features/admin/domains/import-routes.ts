import { createReadStream } from 'node:fs'
import { ValidationFailed } from '../../../kernel/base/errors.ts'
import { isoTime } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import { IdParams, Pagination, Upload } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import { applyRows, decideToApply } from '../../moderation/block-lists/apply.ts'
import {
  type BlockImport,
  getImport,
  insertImport,
  planList,
  refuseTooMany,
  rowsOfImport,
} from '../../moderation/block-lists/imports.ts'
import { LARGEST_LIST, readBlockList } from '../../moderation/block-lists/read-list.ts'
import { decideToRetract, retractRows } from '../../moderation/block-lists/retract.ts'
import { listById } from '../list-by-id.ts'
import { presentImport, presentImportWithRows } from './import-serializer.ts'

const PATH = '/api/rookery/v1/admin/domain_block_imports'
const LIMITS = [40, 80] as const
/** bytes of a multipart body besides its file */
const ENVELOPE = 64 << 10

const CreateBody = Type.Object({
  file: Type.Optional(Upload),
  dry_run: Type.Optional(Type.Boolean()),
  mode: Type.Optional(Type.Union([Type.Literal('merge'), Type.Literal('overwrite')])),
  name: Type.Optional(Type.String({ maxLength: 200 })),
})

/**
 * Imports of domain block files: preview, apply and undo. Rookery's own, see docs/spec/surface.tsv.
 */
export const importRoutes: Routes = (server, app) => {
  const permission = 'manageFederation'
  const reads = { scope: 'admin:read:domain_blocks', permission } as const
  const writes = { scope: 'admin:write:domain_blocks', permission } as const

  server.get(
    PATH,
    { config: reads, schema: { querystring: Pagination } },
    async (request, reply) => {
      const query = app.db.selectFrom('block_import').selectAll()
      const load = (page: Page) => fetchPage(query, 'block_import.id', page)
      return (await listById(request, reply, { limits: LIMITS, load })).map(presentImport)
    },
  )

  server.post(
    PATH,
    { config: { ...writes, maxBody: LARGEST_LIST + ENVELOPE }, schema: { body: CreateBody } },
    async (request) => {
      // a dry run unless the request says otherwise
      const { file, dry_run = true, mode = 'merge', name = '' } = request.body
      if (file === undefined) throw new ValidationFailed("File can't be blank")
      if (file.size > LARGEST_LIST) throw new ValidationFailed('File is too large')
      const entries = await readBlockList(createReadStream(file.path))
      const called = name.trim() || file.filename.toWellFormed()
      const privateComment = `From ${called.slice(0, 200)}, ${isoTime(app.clock()).slice(0, 10)}`
      const rows = await planList(app, entries, { mode, privateComment })
      const id = await actAs(app, request, async (tx, staff) => {
        await refuseTooMany(tx)
        const made = { name: called, source: 'file', mode, subscriptionId: null } as const
        const id = await insertImport(tx, { ...made, total: entries.length, rows })
        if (!dry_run) await decideToApply(tx, { id })
        const target = targetOf(await getImport(tx.db, id))
        await staff.audit({ action: dry_run ? 'create' : 'apply', target, details: { mode } })
        return id
      })
      if (!dry_run) await applyRows(app, id)
      return show(app, id)
    },
  )

  server.get(`${PATH}/:id`, { config: reads, schema: { params: IdParams } }, (request) =>
    show(app, request.params.id),
  )

  const deeds = [
    ['apply', decideToApply, applyRows],
    ['retract', decideToRetract, retractRows],
  ] as const
  for (const [action, decide, carryOut] of deeds) {
    const options = { config: writes, schema: { params: IdParams } }
    server.post(`${PATH}/:id/${action}`, options, async (request) => {
      const { id } = request.params
      await actAs(app, request, async (tx, staff) => {
        const made = await getImport(tx.db, id)
        await decide(tx, made)
        await staff.audit({ action, target: targetOf(made) })
      })
      await carryOut(app, id)
      return show(app, id)
    })
  }
}

async function show({ db }: Pick<App, 'db'>, id: string) {
  return presentImportWithRows(await getImport(db, id), await rowsOfImport(db, id))
}

function targetOf({ id, name }: BlockImport) {
  return { type: 'block_import', id, label: name }
}
