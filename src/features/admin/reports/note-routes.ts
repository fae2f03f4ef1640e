import { jsonList } from '../../../kernel/base/json.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { Id, IdParams, paginationFields } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { handleOf } from '../../accounts/handle-of.ts'
import { actAs } from '../../audit/act.ts'
import { getReport } from '../../reports/handle.ts'
import { addNote, getNote, pageOfNotes, removeNote } from '../../reports/notes.ts'
import { renderNotes } from '../notes.ts'

const PAGE = 40
const PATH = '/api/rookery/v1/admin/reports/:id/notes'
const READ = { scope: 'admin:read:reports', permission: 'manageReports' } as const
const WRITE = { scope: 'admin:write:reports', permission: 'manageReports' } as const

const Query = Type.Object(paginationFields)
const NoteParams = Type.Object({ id: Id, note_id: Id })
const NoteBody = Type.Object({ content: Type.String({ default: '' }) })

/** The staff's notes about reports: Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  server.get(
    PATH,
    { config: READ, schema: { params: IdParams, querystring: Query } },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const { id: reportId } = await getReport(app, request.params.id)
      const rows = await pageOfNotes(app.db, reportId, page)
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return jsonList(await renderNotes(app, rows))
    },
  )

  server.post(
    PATH,
    { config: WRITE, schema: { params: IdParams, body: NoteBody } },
    async (request) => {
      const { id: reportId } = request.params
      const noteId = await actAs(app, request, async (tx, staff) => {
        const note = { reportId, accountId: staff.id, content: request.body.content }
        const id = await addNote(tx, note)
        const details = { note_id: id }
        await staff.audit({ action: 'add_note', target: await targetOf(tx, reportId), details })
        return id
      })
      const [text] = await renderNotes(app, [await getNote(app.db, reportId, noteId)])
      return text
    },
  )

  server.delete(
    `${PATH}/:note_id`,
    { config: WRITE, schema: { params: NoteParams } },
    async (request) => {
      const { id: reportId, note_id: noteId } = request.params
      await actAs(app, request, async (tx, staff) => {
        const target = await targetOf(tx, reportId)
        await removeNote(tx, reportId, noteId)
        await staff.audit({ action: 'remove_note', target, details: { note_id: noteId } })
      })
      return {}
    },
  )
}

async function targetOf(tx: Tx, reportId: string) {
  const report = await getReport(tx, reportId)
  const label = await handleOf(tx.db, report.target_account_id)
  return { type: 'report', id: reportId, label }
}
