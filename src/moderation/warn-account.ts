import type { App } from '../app.ts'
import { idIn } from '../db/id-in.ts'
import type { WarningAction } from '../db/schema.ts'
import { NotFound, ValidationFailed } from '../errors.ts'
import { BEFORE_ALL_IDS } from '../ids.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { setDisabled } from '../oauth/activation.ts'
import { insertWarning, type NewWarning } from '../reports/warnings.ts'
import { markSensitive } from '../statuses/mark-sensitive.ts'
import { removeStatus } from '../statuses/remove.ts'
import type { Tx } from '../transact.ts'

export const REFRESH = 'moderation.refresh_statuses'
const ROWS_AT_ONCE = 500

/** What can be decided about people who sign in here only (S-204). */
const LOCAL_ONLY: readonly WarningAction[] = ['none', 'disable']

/** Optional parts of a warning default to nothing. */
export type Decision = Pick<NewWarning, 'targetId' | 'action' | 'text'> & Partial<NewWarning>

/**
 * Warns an account, or does more than that to it; the decision is kept, and somebody of this server is
 * told of it, also who may not sign in for now. Statuses that are not the account's count for nothing.
 *
 * @returns id of the warning
 * @throws NotFound if the account is not there
 * @throws ValidationFailed for an action that does nothing to accounts of other servers
 */
export async function warnAccount(tx: Tx, decision: Decision): Promise<string> {
  const { targetId, action } = decision
  const target = await findTarget(tx, targetId)
  if (target === null) throw new NotFound()
  if (target.userId === null && LOCAL_ONLY.includes(action)) {
    throw new ValidationFailed('Nothing of the kind can be done to an account of another server')
  }
  const statuses = await statusesOf(tx, targetId, decision.statusIds ?? [])
  const warningId = await insertWarning(tx, {
    staffId: null,
    reportId: null,
    ...decision,
    statusIds: statuses.map(({ id }) => id),
  })
  tx.emit({ type: 'account.warned', warningId, accountId: targetId })
  if (action === 'disable' && target.userId !== null) await setDisabled(tx, target.userId, true)
  if (action === 'delete_statuses') {
    for (const status of statuses) await removeStatus(tx, status, false)
  }
  if (action === 'mark_statuses_as_sensitive') {
    for (const status of statuses) await markSensitive(tx, status)
  }
  await limitAccount(tx, targetId, action)
  return warningId
}

async function findTarget(tx: Tx, accountId: string): Promise<{ userId: string | null } | null> {
  const row = await tx.db
    .selectFrom('account')
    .leftJoin('local_user', 'local_user.account_id', 'account.id')
    .where('account.id', '=', accountId)
    .where('account.deleted_at', 'is', null)
    .select('local_user.id as userId')
    .executeTakeFirst()
  return row ?? null
}

async function statusesOf(tx: Tx, accountId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return tx.db
    .selectFrom('status')
    .selectAll()
    .where(idIn(tx.db, 'id', ids))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

const LIMITS = {
  sensitive: 'sensitized_at',
  silence: 'silenced_at',
  suspend: 'suspended_at',
} as const

async function limitAccount(tx: Tx, accountId: string, action: WarningAction): Promise<void> {
  if (action !== 'sensitive' && action !== 'silence' && action !== 'suspend') return
  const column = LIMITS[action]
  const changed = await tx.db
    .updateTable('account')
    .set((eb) => ({ [column]: tx.now, version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .where(column, 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (changed === undefined) return
  if (action === 'sensitive') tx.enqueue({ kind: REFRESH, payload: { accountId } })
  if (action === 'suspend') tx.emit({ type: 'account.suspended', accountId })
  else tx.emit({ type: 'account.updated', accountId })
}

/** What is kept of statuses shows whether their author's media are sensitive. */
export const jobs: JobHandlers = {
  [REFRESH]: {
    async run(app, { accountId }) {
      for (let after: string | null = BEFORE_ALL_IDS; after !== null; ) {
        after = await refreshSome(app, String(accountId), after)
      }
    },
  },
}

function refreshSome(app: App, accountId: string, after: string): Promise<string | null> {
  return app.transact(async (tx) => {
    const rows = await tx.db
      .selectFrom('status')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const ids = rows.map(({ id }) => id)
    await tx.db
      .updateTable('status')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where(idIn(tx.db, 'id', ids))
      .execute()
    return ids.length < ROWS_AT_ONCE ? null : ids.at(-1)!
  })
}
