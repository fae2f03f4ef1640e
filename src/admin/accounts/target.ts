import type { FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { actAs, type Staff } from '../../audit/act.ts'
import type { AuditEntry } from '../../audit/log.ts'
import type { Db } from '../../db/database.ts'
import { idIn } from '../../db/id-in.ts'
import { Forbidden, NotFound } from '../../errors.ts'
import type { JsonText } from '../../json.ts'
import { demandAbove } from '../../roles/policy.ts'
import type { Tx } from '../../transact.ts'
import { renderAdminAccount } from './serializer.ts'

/** An account that somebody of the staff does something to. */
export interface Target {
  id: string
  username: string
  /** null: it lives here */
  domain: string | null
  /** null: of another server, or deleted */
  userId: string | null
  roleId: string | null
  /** null without a user */
  approved: boolean | null
}

/** A target that signs in here. */
export type UserTarget = Target & { userId: string; approved: boolean }

/** @throws NotFound if there is no such account, whatever its state */
export async function getTarget(db: Db, accountId: string): Promise<Target> {
  const [target] = await findTargets(db, [accountId])
  if (target === undefined) throw new NotFound()
  return target
}

/** Those of the accounts that exist, the oldest first. */
export async function findTargets(db: Db, accountIds: readonly string[]): Promise<Target[]> {
  return db
    .selectFrom('account')
    .leftJoin('local_user', 'local_user.account_id', 'account.id')
    .where(idIn(db, 'account.id', accountIds))
    .select(['account.id', 'account.username', 'account.domain', 'local_user.approved'])
    .select(['local_user.id as userId', 'local_user.role_id as roleId'])
    .orderBy('account.id')
    .execute()
}

/** @throws Forbidden for an account that nobody signs in to here (S-203) */
export function demandUser(target: Target): asserts target is UserTarget {
  if (target.userId === null) throw new Forbidden('This account has no user on this server')
}

/** An account as the audit log names it. */
export function auditTarget({ id, username, domain }: Target): AuditEntry['target'] {
  return { type: 'account', id, label: `@${username}${domain === null ? '' : `@${domain}`}` }
}

/** What was done, for the audit log; null if all was so before. */
export type Done = { action: string; details?: Record<string, unknown> } | null

/**
 * Does something to an account, whom the caller must stand above (S-065), and keeps that in the audit log.
 *
 * @returns the account as it is then
 * @throws NotFound, or Forbidden for who does not
 */
export async function actUpon(
  app: App,
  request: FastifyRequest,
  accountId: string,
  act: (tx: Tx, target: Target, staff: Staff) => Promise<Done>,
): Promise<JsonText> {
  await actAs(app, request, async (tx, staff) => {
    const target = await getTarget(tx.db, accountId)
    await demandAbove(tx.db, staff, target.id)
    const done = await act(tx, target, staff)
    if (done === null) staff.unchanged()
    else await staff.audit({ ...done, target: auditTarget(target) })
  })
  return renderAdminAccount(app, accountId)
}

/** The same for people of this server alone. @throws Forbidden for others (S-203) */
export function actUponUser(
  app: App,
  request: FastifyRequest,
  accountId: string,
  act: (tx: Tx, target: UserTarget, staff: Staff) => Promise<Done>,
): Promise<JsonText> {
  return actUpon(app, request, accountId, (tx, target, staff) => {
    demandUser(target)
    return act(tx, target, staff)
  })
}
