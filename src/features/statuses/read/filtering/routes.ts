import { NotFound, ValidationFailed } from '../../../../kernel/base/errors.ts'
import type { Tx } from '../../../../kernel/core/tx.ts'
import { viewerOf } from '../../../../kernel/http/auth.ts'
import { Id, IdParams } from '../../../../kernel/http/params.ts'
import type { Routes } from '../../../../kernel/http/routes.ts'
import { Type } from '../../../../kernel/http/schema.ts'
import { getFilter, getFilterStatus, loadRules } from '../../../filters/queries.ts'
import { addFilterStatus, removeFilterStatus } from '../../../filters/rules.ts'
import { presentFilterStatus } from '../../../filters/serializer.ts'
import { getVisibleStatus } from '../../queries.ts'

const READ = { scope: 'read:filters' } as const
const WRITE = { scope: 'write:filters' } as const
const FilterParams = Type.Object({ filter_id: Id })
const StatusBody = Type.Object({ status_id: Type.Optional(Id) })

/**
 * Statuses in filters. Defined here rather than with the filters because status visibility is
 * defined here.
 * @see https://docs.joinmastodon.org/methods/filters/#statuses-get
 */
export const routes: Routes = (server, app) => {
  server.get(
    '/api/v2/filters/:filter_id/statuses',
    { config: READ, schema: { params: FilterParams } },
    async (request) => {
      const { filter_id: id } = request.params
      const filter = await getFilter(app.db, viewerOf(request).id, id)
      const { statuses } = await loadRules(app.db, [filter])
      return (statuses.get(id) ?? []).map(presentFilterStatus)
    },
  )

  server.post(
    '/api/v2/filters/:filter_id/statuses',
    { config: WRITE, schema: { params: FilterParams, body: StatusBody } },
    async (request) => {
      const { id: accountId } = viewerOf(request)
      const { filter_id: filterId } = request.params
      const { status_id } = request.body
      const id = await app.transact(async (tx) => {
        await getFilter(tx.db, accountId, filterId)
        const statusId = await readStatus(tx, accountId, status_id)
        return addFilterStatus(tx, { accountId, filterId, statusId })
      })
      return presentFilterStatus(await getFilterStatus(app.db, accountId, id))
    },
  )

  server.get(
    '/api/v2/filters/statuses/:id',
    { config: READ, schema: { params: IdParams } },
    async (request) =>
      presentFilterStatus(await getFilterStatus(app.db, viewerOf(request).id, request.params.id)),
  )

  server.delete(
    '/api/v2/filters/statuses/:id',
    { config: WRITE, schema: { params: IdParams } },
    async (request) => {
      const input = { accountId: viewerOf(request).id, id: request.params.id }
      await app.transact((tx) => removeFilterStatus(tx, input))
      return {}
    },
  )
}

/**
 * @throws ValidationFailed, the same error, if the status does not exist or is not visible to the
 * account (S-108)
 */
async function readStatus(tx: Tx, accountId: string, id: string | undefined): Promise<string> {
  try {
    if (id === undefined) throw new NotFound()
    return (await getVisibleStatus(tx.db, accountId, id)).id
  } catch (cause) {
    if (cause instanceof NotFound) throw new ValidationFailed('Status must exist')
    throw cause
  }
}
