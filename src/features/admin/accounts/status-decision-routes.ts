import { NotFound, ValidationFailed } from '../../../kernel/base/errors.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { Demanded, IdList, IdParams } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import { warnAccount } from '../../moderation/warn-account.ts'
import { actUpon } from './target.ts'

/** maximum of posts of one decision: two pages */
const MOST = 80

const DecisionBody = Type.Object({
  status_ids: Demanded(IdList),
  text: Type.String({ default: '', maxLength: 2000 }),
  send_email_notification: Type.Boolean({ default: true }),
})

const DECISIONS = [
  ['delete', 'delete_statuses'],
  ['mark_sensitive', 'mark_statuses_as_sensitive'],
] as const

/** Decisions about posts of an account without a report. */
export const statusDecisionRoutes: Routes = (server, app) => {
  for (const [path, action] of DECISIONS) {
    server.post(
      `/api/rookery/v1/admin/accounts/:id/statuses/${path}`,
      {
        config: { scope: 'admin:write:accounts', permission: ['manageUsers', 'manageReports'] },
        schema: { params: IdParams, body: DecisionBody },
      },
      (request) =>
        actUpon(app, request, request.params.id, async (tx, { id: targetId }, { id: staffId }) => {
          const statusIds = await chooseStatuses(tx, targetId, request.body)
          const { text, send_email_notification: mail } = request.body
          const decision = { targetId, staffId, action, text, statusIds, mail }
          const warning_id = await warnAccount(tx, decision)
          return { action, details: { status_ids: statusIds, warning_id } }
        }),
    )
  }
}

/** @throws NotFound for a post of somebody else, and ValidationFailed for too many */
async function chooseStatuses(
  tx: Tx,
  accountId: string,
  { status_ids }: Static<typeof DecisionBody>,
): Promise<string[]> {
  const ids = [...new Set(status_ids)]
  if (ids.length > MOST) throw new ValidationFailed(`Posts are too many (maximum is ${MOST})`)
  const known = await tx.db
    .selectFrom('status')
    .select('id')
    .where(idIn(tx.db, 'id', ids))
    .where('account_id', '=', accountId)
    .execute()
  if (known.length < ids.length) throw new NotFound()
  return ids
}
