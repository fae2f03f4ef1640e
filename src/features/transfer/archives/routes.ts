import { viewerOf } from '../../../kernel/http/auth.ts'
import { IdParams } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { sendArchive } from './download.ts'
import { archivesOf, getOwnArchive, presentArchive } from './queries.ts'
import { deleteArchive, requestArchive } from './request.ts'

const PATH = '/api/rookery/v1/archives'

/** Archives contain all data, so they need the complete scope `read`. */
export const routes: Routes = (server, app) => {
  server.get(PATH, { config: { scope: 'read' } }, async (request) => {
    const rows = await archivesOf(app.db, viewerOf(request).id)
    return rows.map(presentArchive)
  })

  server.post(PATH, { config: { scope: 'write', limits: ['transfers'] } }, async (request) => {
    const { id: accountId } = viewerOf(request)
    const id = await app.transact((tx) => requestArchive(tx, accountId))
    return presentArchive(await getOwnArchive(app.db, accountId, id))
  })

  server.get(
    `${PATH}/:id`,
    { config: { scope: 'read' }, schema: { params: IdParams } },
    async (request) =>
      presentArchive(await getOwnArchive(app.db, viewerOf(request).id, request.params.id)),
  )

  server.get(
    `${PATH}/:id/file`,
    { config: { scope: 'read' }, schema: { params: IdParams } },
    (request, reply) => {
      const own = { accountId: viewerOf(request).id, id: request.params.id }
      return sendArchive(app, own, { request, reply })
    },
  )

  server.delete(
    `${PATH}/:id`,
    { config: { scope: 'write' }, schema: { params: IdParams } },
    async (request) => {
      const { id: accountId } = viewerOf(request)
      await app.transact((tx) => deleteArchive(tx, accountId, request.params.id))
      return {}
    },
  )
}
