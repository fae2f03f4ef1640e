import type { FastifyRequest } from 'fastify'
import { Forbidden, NotFound } from '../../../kernel/base/errors.ts'
import type { JsonText } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { actAs, type Staff } from '../../audit/act.ts'
import type { AuditEntry } from '../../audit/log.ts'
import { demandAbove } from '../../roles/policy.ts'
import { renderAdminAccount } from './serializer.ts'

/** An account that a staff member acts on. */
export interface Target {
  id: string
  username: string
  /** null: local */
  domain: string | null
  /** null: remote, or deleted */
  userId: string | null
  roleId: string | null
  /** null without a user */
  approved: boolean | null
}

/** A target with a user on this server. */
export type UserTarget = Target & { userId: string; approved: boolean }

/** @throws NotFound if there is no such account, whatever its state */
export async function getTarget(db: Db, accountId: string): Promise<Target> {
  const [target] = await findTargets(db, [accountId])
  if (target === undefined) throw new NotFound()
  return target
}

/** The existing accounts among these, oldest first. */
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

/** @throws Forbidden for an account without a user on this server (S-203) */
export function demandUser(target: Target): asserts target is UserTarget {
  if (target.userId === null) throw new Forbidden('This account has no user on this server')
}

/** An account as a target in the audit log. */
export function auditTarget({ id, username, domain }: Target): AuditEntry['target'] {
  return { type: 'account', id, label: `@${username}${domain === null ? '' : `@${domain}`}` }
}

/** The performed action for the audit log; null if nothing changed. */
export type Done = { action: string; details?: Record<string, unknown> } | null

/**
 * Acts on an account that the caller must outrank (S-065), and writes the audit log.
 *
 * @returns the account after the action
 * @throws NotFound, or Forbidden if the caller does not outrank it
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

/** As `actUpon`, for local users only. @throws Forbidden for other accounts (S-203) */
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
