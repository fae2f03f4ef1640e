import { actAs } from '../../audit/act.ts'
import { paginationLinks } from '../../http/link-header.ts'
import { pageOf } from '../../http/page.ts'
import { Demanded, Id, IdParams, Pagination } from '../../http/params.ts'
import type { Routes } from '../../http/routes.ts'
import { Type } from '../../http/schema.ts'
import { jsonList } from '../../json.ts'
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

/** What the staff writes about accounts, for itself. */
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

  // one's own, or of somebody below
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
