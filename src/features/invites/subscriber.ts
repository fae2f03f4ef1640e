import { Forbidden, NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { followAccount } from '../relationships/follows.ts'

/** An account from an invite with autofollow follows the inviter once it is activated. */
export const subscriber: Subscriber = {
  record: {
    async 'account.activated'(tx, { accountId }) {
      const inviterId = await inviterToFollow(tx, accountId)
      if (inviterId !== null) await follow(tx, accountId, inviterId)
    },
  },
}

async function inviterToFollow(tx: Tx, accountId: string): Promise<string | null> {
  const row = await tx.db
    .selectFrom('local_user as guest')
    .innerJoin('invite_use', 'invite_use.user_id', 'guest.id')
    .innerJoin('invite', 'invite.id', 'invite_use.invite_id')
    .innerJoin('local_user as inviter', 'inviter.id', 'invite.user_id')
    .where('guest.account_id', '=', accountId)
    .where('invite.autofollow', '=', true)
    .select('inviter.account_id')
    .executeTakeFirst()
  return row?.account_id ?? null
}

/**
 * A failure does not affect the new account: the inviter may have been suspended or moved
 * meanwhile.
 */
async function follow(tx: Tx, accountId: string, targetId: string): Promise<void> {
  try {
    await followAccount(tx, { accountId, targetId })
  } catch (error) {
    const expected = [Forbidden, NotFound, ValidationFailed]
    if (!expected.some((kind) => error instanceof kind)) throw error
  }
}
