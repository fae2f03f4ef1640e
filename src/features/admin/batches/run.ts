import { DAY } from '../../../kernel/base/durations.ts'
import { DomainError, Forbidden, problemsIn } from '../../../kernel/base/errors.ts'
import { idAt } from '../../../kernel/base/ids.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import type { Staff } from '../../audit/act.ts'
import { writeAudit } from '../../audit/log.ts'
import { demandAbove, demandPermission } from '../../roles/policy.ts'
import { effectivePermissions, loadRoles } from '../../roles/roles.ts'
import { findTargets, type Target } from '../accounts/target.ts'
import type { BatchAction, BatchInput } from '../tables.ts'
import { PERFORM, permissionOf } from './actions.ts'

const RUN = 'accounts.run_batch'
/** accounts per job: other batches have their turn in between */
const AT_ONCE = 50
/** days for which the staff can look up what became of a batch */
const KEPT_DAYS = 30

export const jobs: JobHandlers = {
  [RUN]: { run: (app, { id }) => runSome(app, String(id)) },
  'accounts.prune_batches': { every: DAY, run: pruneBatches },
}

/** Queues the job that does what waits in a batch. */
export function enqueueBatch(tx: Tx, id: string): void {
  tx.enqueue({ kind: RUN, payload: { id } })
}

interface Batch {
  id: string
  staff_id: string
  action: BatchAction
  input: BatchInput
}

/** Each account is done in a transaction of its own, so that a failure concerns that one only. */
async function runSome(app: App, id: string): Promise<void> {
  const batch = await app.db
    .selectFrom('account_batch')
    .select(['id', 'staff_id', 'action', 'input'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (batch === undefined) return
  const waiting = await app.db
    .selectFrom('account_batch_item')
    .select('account_id')
    .where('batch_id', '=', id)
    .where('state', '=', 'waiting')
    .orderBy('account_id')
    .limit(AT_ONCE)
    .execute()
  for (const { account_id } of waiting) await runOne(app, batch, account_id)
  await app.transact(async (tx) => {
    if (waiting.length === AT_ONCE) enqueueBatch(tx, id)
    else await finish(tx, id)
  })
}

async function finish(tx: Tx, id: string): Promise<void> {
  await tx.db
    .updateTable('account_batch')
    .set({ finished_at: tx.now })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}

async function runOne(app: App, batch: Batch, accountId: string): Promise<void> {
  try {
    await app.transact(async (tx) => {
      if (!(await settle(tx, batch.id, accountId, null))) return
      const staff = await staffNow(tx, batch)
      demandPermission(staff, permissionOf(batch.action))
      const [target] = await findTargets(tx.db, [accountId])
      if (target === undefined) throw new Forbidden('There is no such account any more')
      await demandBelow(tx, staff, target)
      await PERFORM[batch.action](tx, staff, target, batch.input)
    })
  } catch (error) {
    if (!(error instanceof DomainError)) {
      app.log.error({ err: error, batchId: batch.id, accountId }, 'a batch failed for an account')
    }
    await app.transact(async (tx) => {
      await settle(tx, batch.id, accountId, reasonOf(error))
    })
  }
}

/** @returns false if it was settled already, as by a run that ended early */
async function settle(
  tx: Tx,
  batchId: string,
  accountId: string,
  error: string | null,
): Promise<boolean> {
  const settled = await tx.db
    .updateTable('account_batch_item')
    .set({ state: error === null ? 'done' : 'failed', error })
    .where('batch_id', '=', batchId)
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .returning('account_id')
    .executeTakeFirst()
  return settled !== undefined
}

/** English; what only says that it is not allowed is said again with its reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof DomainError)) {
    return new DomainError(500, 'Something went wrong on this server').message
  }
  const said = problemsIn(error, {})
  if (said !== new Forbidden().message) return said
  return new Forbidden('This cannot be done to the account as it is now').message
}

/** The staff member with the role of this moment: it may have changed since the batch was made. */
async function staffNow(tx: Tx, batch: Batch): Promise<Staff> {
  const user = await tx.db
    .selectFrom('local_user')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .where('account.id', '=', batch.staff_id)
    .where('local_user.disabled', '=', false)
    .where('account.suspended_at', 'is', null)
    .select(['local_user.id', 'local_user.role_id'])
    .executeTakeFirst()
  if (user === undefined) throw new Forbidden('Your role does not allow this any more')
  const known = await loadRoles(tx.db)
  return {
    id: batch.staff_id,
    userId: user.id,
    permissions: effectivePermissions(known, user.role_id),
    rolePosition: user.role_id === null ? 0 : (known.get(user.role_id)?.position ?? 0),
    audit: ({ details, ...entry }) =>
      writeAudit(tx, batch.staff_id, { ...entry, details: { ...details, batch_id: batch.id } }),
    unchanged() {},
  }
}

async function demandBelow(tx: Tx, staff: Staff, target: Target): Promise<void> {
  try {
    await demandAbove(tx.db, staff, target.id)
  } catch (cause) {
    throw new Forbidden('Their role is not below yours', { cause })
  }
}

async function pruneBatches(app: App): Promise<void> {
  const before = idAt(app.clock() - KEPT_DAYS * DAY)
  const old = await app.db
    .selectFrom('account_batch')
    .select('id')
    .where('id', '<', before)
    .orderBy('id')
    .limit(200)
    .execute()
  for (const { id } of old) {
    await app.transact(async (tx) => {
      await tx.db.deleteFrom('account_batch').where('id', '=', id).execute()
    })
  }
}
