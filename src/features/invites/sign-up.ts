import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { can } from '../../kernel/http/permissions.ts'
import { accountStays } from '../accounts/predicates.ts'
import { type NewUser, type SignUp, signUp } from '../identity/sign-up/sign-up.ts'
import { settings } from '../instance/settings.ts'
import { effectivePermissions, roles } from '../roles/roles.ts'
import { type Invite, isOpen } from './invites.ts'

/** An invite that can be used now. */
export interface Invitation {
  invite: Invite
  inviter: { accountId: string; username: string }
  /** the account needs no approval by the staff */
  approves: boolean
}

/** Thrown to roll back a sign-up whose invite was used up meanwhile. */
class UsedUp extends Error {}

/**
 * The invite with this code, if it is valid: not expired, not used up, and its creator may still
 * use the server and invite. A single-user server has no invites.
 */
export async function findInvitation(app: App, code: string): Promise<Invitation | null> {
  if (code === '' || (await app.cached.get(settings)).single_user) return null
  const row = await inviteByCode(app.db, code)
  if (row === undefined || !isOpen(row, app.clock())) return null
  const permissions = effectivePermissions(await app.cached.get(roles), row.role_id)
  if (!can(permissions, 'inviteUsers')) return null
  return {
    invite: row,
    inviter: { accountId: row.account_id, username: row.username },
    approves: can(permissions, 'inviteBypassApproval'),
  }
}

function inviteByCode(db: Db, code: string) {
  return db
    .selectFrom('invite')
    .innerJoin('local_user', 'local_user.id', 'invite.user_id')
    .innerJoin('account', 'account.id', 'local_user.account_id')
    .where('invite.code', '=', code)
    .where('local_user.confirmed_at', 'is not', null)
    .where('local_user.approved', '=', true)
    .where('local_user.disabled', '=', false)
    .where(accountStays())
    .where('account.moved_to_id', 'is', null)
    .where('account.memorial', '=', false)
    .selectAll('invite')
    .select(['local_user.role_id', 'local_user.account_id', 'account.username'])
    .executeTakeFirst()
}

/**
 * Creates an account, possibly with an invite, which is used in the same transaction. An invalid
 * code is ignored: then the general rules apply.
 *
 * @throws as `signUp`
 */
export async function signUpWithCode<T>(
  app: App,
  input: SignUp,
  code: string,
  then: (tx: Tx, user: NewUser) => Promise<T>,
): Promise<T> {
  const invitation = await findInvitation(app, code)
  if (invitation === null) return signUp(app, input, then)
  const { approves, invite } = invitation
  try {
    return await signUp(app, { ...input, invited: { approves } }, async (tx, user) => {
      await useInvite(tx, invite.id, user.userId)
      return then(tx, user)
    })
  } catch (error) {
    if (!(error instanceof UsedUp)) throw error
    return signUp(app, input, then)
  }
}

/** Counts a use if one is left: concurrent sign-ups cannot exceed the limit. */
async function useInvite(tx: Tx, inviteId: string, userId: string): Promise<void> {
  const used = await tx.db
    .updateTable('invite')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', inviteId)
    .where((eb) => eb.or([eb('max_uses', 'is', null), eb('uses', '<', eb.ref('max_uses'))]))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', tx.now)]))
    .returning('id')
    .executeTakeFirst()
  if (used === undefined) throw new UsedUp()
  await tx.db.insertInto('invite_use').values({ user_id: userId, invite_id: inviteId }).execute()
}
