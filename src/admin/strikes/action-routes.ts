import { actAs } from '../../audit/act.ts'
import { Forbidden, ValidationFailed } from '../../errors.ts'
import { Id, IdParams, Nullable } from '../../http/params.ts'
import type { Permission } from '../../http/permissions.ts'
import type { Routes } from '../../http/routes.ts'
import { Type } from '../../http/schema.ts'
import { liftLimit } from '../../moderation/limits.ts'
import { eraseAccount, unsuspendAccount } from '../../moderation/suspension.ts'
import { ACTIONS, type Action, takeAction } from '../../moderation/take-action.ts'
import { setDisabled } from '../../oauth/activation.ts'
import { demandAbove } from '../../roles/policy.ts'
import type { Tx } from '../../transact.ts'
import { actUpon, auditTarget, demandUser, getTarget, type Target } from '../accounts/target.ts'

const WRITE = { scope: 'admin:write:accounts' } as const
const MAY_ACT: readonly Permission[] = ['manageUsers', 'manageReports']

const ActionBody = Type.Object({
  type: Type.Optional(Type.String()),
  report_id: Type.Optional(Nullable(Id)),
  warning_preset_id: Type.Optional(Nullable(Id)),
  text: Type.Optional(Nullable(Type.String())),
  send_email_notification: Type.Boolean({ default: true }),
})

/** What the staff does to an account, and takes back. */
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
        const reportId = body.report_id ?? null
        const { warningId, text, resolved } = await takeAction(tx, {
          targetId: target.id,
          staffId: staff.id,
          action,
          text: body.text ?? '',
          presetId: body.warning_preset_id ?? null,
          reportId,
          mail: body.send_email_notification,
        })
        await staff.audit({
          action: action === 'none' ? 'warn' : action,
          target: auditTarget(target),
          details: { strike_id: warningId, report_id: reportId, text },
        })
        for (const id of resolved) {
          const { label } = auditTarget(target)
          await staff.audit({ action: 'resolve', target: { type: 'report', id, label } })
        }
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

async function isDisabled(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx.db
    .selectFrom('local_user')
    .select('disabled')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.disabled
}

/** Each says whether it was otherwise before. @throws Forbidden (S-203) */
const UNDOINGS = {
  async enable(tx, target) {
    demandUser(target)
    const { userId } = target
    if (!(await isDisabled(tx, userId))) return false
    await setDisabled(tx, userId, false)
    return true
  },
  unsensitive: (tx, { id }) => liftLimit(tx, id, 'sensitive'),
  unsilence: (tx, { id }) => liftLimit(tx, id, 'silence'),
  async unsuspend(tx, { id }) {
    if (!(await unsuspendAccount(tx, id))) throw new Forbidden()
    return true
  },
} as const satisfies Record<string, (tx: Tx, target: Target) => Promise<boolean>>
