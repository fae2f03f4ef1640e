import { DAY } from '../../kernel/base/durations.ts'
import { NotFound, Unprocessable } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { accountExists } from './predicates.ts'

/** minimum of ms between two moves of one account, so that followers are not moved around (A21) */
export const MOVE_COOLDOWN = 30 * DAY

export interface Move {
  accountId: string
  targetId: string
}

/**
 * Moves an account to another one, which must have it as an alias. The event moves its followers.
 * Serves local accounts and received Moves; doing it again changes nothing.
 *
 * @throws Unprocessable, with the reason, if the target does not name the account, is suspended or
 * has moved itself, or the account moved less than 30 days ago
 * @see https://docs.joinmastodon.org/spec/activitypub/#Move
 */
export async function moveAccount(tx: Tx, { accountId, targetId }: Move): Promise<void> {
  await lockRow(tx.db, 'account', accountId)
  const account = await getParty(tx, accountId)
  const target = await getParty(tx, targetId)
  if (account.moved_to_id === targetId && account.moved_at !== null) return
  const reason = refusal(tx, account, target)
  if (reason !== null) throw new Unprocessable(reason)
  await tx.db
    .updateTable('account')
    .set((eb) => ({ moved_to_id: targetId, moved_at: tx.now, version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .execute()
  tx.emit({ type: 'account.moved', accountId, targetId })
}

/**
 * Undoes the move of a local account, which becomes usable again. Moved followers stay at the
 * target, and the time until the next possible move goes on.
 */
export async function unmoveAccount(tx: Tx, accountId: string): Promise<void> {
  const changed = await tx.db
    .updateTable('account')
    .set((eb) => ({ moved_to_id: null, version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .where('moved_to_id', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (changed !== undefined) tx.emit({ type: 'account.updated', accountId })
}

type Party = Awaited<ReturnType<typeof getParty>>

async function getParty(tx: Tx, id: string) {
  const party = await tx.db
    .selectFrom('account')
    .select(['id', 'uri', 'also_known_as', 'moved_to_id', 'moved_at', 'suspended_at'])
    .where('id', '=', id)
    .where(accountExists())
    .executeTakeFirst()
  if (party === undefined) throw new NotFound()
  return party
}

function refusal({ now }: Tx, account: Party, target: Party): string | null {
  if (account.id === target.id) return 'An account cannot move to itself'
  if (target.suspended_at !== null) return 'The account to move to is suspended'
  if (target.moved_to_id !== null) return 'The account to move to has itself moved on'
  if (!target.also_known_as.includes(account.uri)) {
    return 'The account to move to does not name this one as its alias yet'
  }
  if (account.moved_at !== null && now - account.moved_at < MOVE_COOLDOWN) {
    return 'An account can move only once in 30 days'
  }
  return null
}
