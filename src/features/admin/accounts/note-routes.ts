import { jsonList } from '../../../kernel/base/json.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { Demanded, Id, IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import { addNote, getNote, pageOfNotes, removeNote } from '../../moderation/staff-notes.ts'
import { demandAbove } from '../../roles/policy.ts'
import { renderNotes } from '../notes.ts'
import { auditTarget, getTarget } from './target.ts'

const PATH = '/api/rookery/v1/admin/accounts/:id/notes'
const PAGE = 40

const NoteBody = Type.Object({ content: Demanded(Type.String()) })
const NoteParams = Type.Object({ id: Id, note_id: Id })

const writing = {
  scope: 'admin:write:accounts',
  permission: 'manageUsers',
} as const

/** The staff's internal notes about accounts. */
export const noteRoutes: Routes = (server, app) => {
  server.get(
    PATH,
    {
      config: { scope: 'admin:read:accounts', permission: 'manageUsers' },
      schema: { params: IdParams, querystring: Pagination },
    },
    async (request, reply) => {
      const target = await getTarget(app.db, request.params.id)
      const page = pageOf(request.query, PAGE)
      const notes = await pageOfNotes(app.db, target.id, page)
      const ids = notes.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return jsonList(await renderNotes(app, notes))
    },
  )

  server.post(
    PATH,
    { config: writing, schema: { params: IdParams, body: NoteBody } },
    async (request) => {
      const { content } = request.body
      const note = await actAs(app, request, async (tx, staff) => {
        const target = await getTarget(tx.db, request.params.id)
        const made = await addNote(tx, { staffId: staff.id, targetId: target.id, content })
        const details = { note_id: made.id }
        await staff.audit({ action: 'add_note', target: auditTarget(target), details })
        return made
      })
      return (await renderNotes(app, [note]))[0]
    },
  )

  // an own note, or one of a lower-ranked staff member
  server.delete(
    `${PATH}/:note_id`,
    { config: writing, schema: { params: NoteParams } },
    async (request) => {
      const { id, note_id: noteId } = request.params
      await actAs(app, request, async (tx, staff) => {
        const target = await getTarget(tx.db, id)
        const note = await getNote(tx.db, target.id, noteId)
        const others = note.account_id !== null && note.account_id !== staff.id
        if (others) await demandAbove(tx.db, staff, note.account_id!)
        await removeNote(tx, note.id)
        const details = { note_id: note.id, content: note.content }
        await staff.audit({ action: 'remove_note', target: auditTarget(target), details })
      })
      return {}
    },
  )
}
