import type { FastifyRequest } from 'fastify'
import { ValidationFailed } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { wordsOfError } from '../../../kernel/http/locale.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import {
  Demanded,
  Id,
  IdList,
  IdParams,
  Nullable,
  Pagination,
} from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import { checkLetter } from '../../moderation/staff-mail.ts'
import { withPreset } from '../../moderation/take-action.ts'
import { demandPermission } from '../../roles/policy.ts'
import { filterFields, filterOf } from '../accounts/filter-params.ts'
import { BATCH_ACTIONS, type BatchAction } from '../tables.ts'
import { permissionOf } from './actions.ts'
import { createBatch, getBatch, pageOfBatches, retryBatch } from './batches.ts'
import { findCandidates } from './candidates.ts'
import { presentBatch, presentBatches } from './serializer.ts'

const PATH = '/api/rookery/v1/admin/account_batches'
const PAGE = 20

const READ = { scope: 'admin:read:accounts', permission: 'manageUsers' } as const
const WRITE = { scope: 'admin:write:accounts', permission: 'manageUsers' } as const

const BatchBody = Type.Object({
  action: Demanded(Type.String()),
  ids: Demanded(IdList),
  subject: Type.String({ default: '' }),
  text: Type.String({ default: '' }),
  warning_preset_id: Type.Optional(Nullable(Id)),
  send_email_notification: Type.Boolean({ default: true }),
})

/** Actions on many accounts, done by a job: Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  server.get(
    `${PATH}/candidates`,
    { config: READ, schema: { querystring: Type.Object(filterFields) } },
    async (request) => findCandidates(app.slowDb, await filterOf(app, request.query)),
  )

  server.get(
    PATH,
    { config: READ, schema: { querystring: Pagination } },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const batches = await pageOfBatches(app.db, viewerOf(request).id, page)
      const ids = batches.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return presentBatches(app.db, batches)
    },
  )

  server.get(`${PATH}/:id`, { config: READ, schema: { params: IdParams } }, (request) =>
    render(app, request, request.params.id),
  )

  server.post(PATH, { config: WRITE, schema: { body: BatchBody } }, async (request) => {
    const { body } = request
    const action = readAction(body.action)
    const id = await actAs(app, request, async (tx, staff) => {
      demandPermission(staff, permissionOf(action))
      const text = await withPreset(tx.db, body.text, body.warning_preset_id ?? null)
      const input = { ...inputOf(action, { ...body, text }), mail: body.send_email_notification }
      // what is done to each account is in the audit log
      staff.unchanged()
      return createBatch(tx, { staffId: staff.id, action, input, accountIds: body.ids })
    })
    return render(app, request, id)
  })

  server.post(
    `${PATH}/:id/retry`,
    { config: WRITE, schema: { params: IdParams } },
    async (request) => {
      const { id } = request.params
      await actAs(app, request, async (tx, staff) => {
        await retryBatch(tx, staff.id, id)
        staff.unchanged()
      })
      return render(app, request, id)
    },
  )
}

async function render(app: App, request: FastifyRequest, id: string) {
  const batch = await getBatch(app.db, viewerOf(request).id, id)
  return presentBatch(app.db, batch, wordsOfError(request).messages)
}

function readAction(name: string): BatchAction {
  const action = BATCH_ACTIONS.find((known) => known === name)
  if (action === undefined) throw new ValidationFailed('Action is not included in the list')
  return action
}

/** A mail has both texts; a decision only the second one, which may be empty. */
function inputOf(
  action: BatchAction,
  { subject, text }: Pick<Static<typeof BatchBody>, 'subject' | 'text'>,
) {
  return action === 'mail' ? checkLetter({ subject, text }) : { subject: '', text }
}
