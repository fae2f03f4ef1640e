import { ValidationFailed } from '../../../kernel/base/errors.ts'
import { Id, IdParams, Nullable } from '../../../kernel/http/params.ts'
import type { Permission } from '../../../kernel/http/permissions.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import { eraseAccount } from '../../moderation/suspension.ts'
import { ACTIONS, type Action } from '../../moderation/take-action.ts'
import { demandAbove } from '../../roles/policy.ts'
import { actUpon, getTarget } from '../accounts/target.ts'
import { decide, UNDOINGS } from './decide.ts'

const WRITE = { scope: 'admin:write:accounts' } as const
const MAY_ACT: readonly Permission[] = ['manageUsers', 'manageReports']

const ActionBody = Type.Object({
  type: Type.Optional(Type.String()),
  report_id: Type.Optional(Nullable(Id)),
  warning_preset_id: Type.Optional(Nullable(Id)),
  text: Type.Optional(Nullable(Type.String())),
  send_email_notification: Type.Boolean({ default: true }),
})

/** Moderation actions on accounts, and their reversal. */
export const actionRoutes: Routes = (server, app) => {
  // https://docs.joinmastodon.org/methods/admin/accounts/#action
  server.post(
    '/api/v1/admin/accounts/:id/action',
    { config: { ...WRITE, permission: MAY_ACT }, schema: { params: IdParams, body: ActionBody } },
    async (request) => {
      const { body } = request
      const action = readAction(body.type)
      await actAs(app, request, async (tx, staff) => {
        const target = await getTarget(tx.db, request.params.id)
        await demandAbove(tx.db, staff, target.id)
        await decide(tx, staff, target, {
          action,
          text: body.text ?? '',
          presetId: body.warning_preset_id ?? null,
          reportId: body.report_id ?? null,
          mail: body.send_email_notification,
        })
      })
      return {}
    },
  )

  for (const [name, undo] of Object.entries(UNDOINGS)) {
    server.post(
      `/api/v1/admin/accounts/:id/${name}`,
      { config: { ...WRITE, permission: 'manageUsers' }, schema: { params: IdParams } },
      (request) =>
        actUpon(app, request, request.params.id, async (tx, target) =>
          (await undo(tx, target)) ? { action: name } : null,
        ),
    )
  }

  // https://docs.joinmastodon.org/methods/admin/accounts/#delete
  server.delete(
    '/api/v1/admin/accounts/:id',
    { config: { ...WRITE, permission: 'deleteUserData' }, schema: { params: IdParams } },
    async (request) => {
      await actUpon(app, request, request.params.id, async (tx, { id }) => {
        await eraseAccount(tx, id)
        return { action: 'delete' }
      })
      return {}
    },
  )
}

/** @throws ValidationFailed (S-204) */
function readAction(type: string | undefined): Action {
  const action = ACTIONS.find((known) => known === type)
  if (action === undefined) throw new ValidationFailed('Type is not included in the list')
  return action
}
