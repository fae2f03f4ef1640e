import { DAY, HOUR } from '../../kernel/base/durations.ts'
import { ipDigits } from '../../kernel/base/ip-range.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { hashSecret, randomSecret } from './secrets.ts'

/** ms; minimum time between two updates of the last use */
export const USE_NOTED = HOUR
/** ms; restarts with each recorded use */
export const SESSION_LIFETIME = 365 * DAY
const USER_AGENT_LENGTH = 300

export interface SessionInput {
  userId: string
  ip: string | null
  userAgent: string | null
  /** the browser's former cookie: its session ends, so that a planted cookie is worthless */
  replaces: string | null
}

/**
 * Starts a session.
 * @returns the value of its cookie; the database stores only a hash
 */
export async function startSession(tx: Tx, input: SessionInput): Promise<string> {
  if (input.replaces !== null) await endSession(tx, input.replaces)
  const cookie = randomSecret()
  await tx.db
    .insertInto('session')
    .values({
      id: tx.newId(),
      user_id: input.userId,
      token_hash: hashSecret(cookie),
      ip: input.ip,
      ip_digits: input.ip === null ? null : ipDigits(input.ip),
      user_agent: input.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
      created_at: tx.now,
      last_used_at: tx.now,
      expires_at: tx.now + SESSION_LIFETIME,
      authenticated_at: tx.now,
    })
    .execute()
  return cookie
}

/** Ends the session of this cookie, if there is one. */
export async function endSession(tx: Tx, cookie: string): Promise<void> {
  await tx.db.deleteFrom('session').where('token_hash', '=', hashSecret(cookie)).execute()
}

/** Records the use of a session, which extends it; at most once an hour. */
export async function extendSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.db
    .updateTable('session')
    .set({ last_used_at: tx.now, expires_at: tx.now + SESSION_LIFETIME })
    .where('id', '=', sessionId)
    .where('last_used_at', '<=', tx.now - USE_NOTED)
    .execute()
}

/**
 * Ends every session of a user, and revokes every token and unused code; open streams close (A46).
 *
 * @param except id of a session that stays
 */
export async function signOutEverywhere(
  tx: Tx,
  user: { userId: string; accountId: string },
  except: string | null = null,
): Promise<void> {
  let sessions = tx.db.deleteFrom('session').where('user_id', '=', user.userId)
  if (except !== null) sessions = sessions.where('id', '!=', except)
  await sessions.execute()
  await tx.db.deleteFrom('authorization_code').where('user_id', '=', user.userId).execute()
  await tx.db
    .updateTable('access_token')
    .set({ revoked_at: tx.now })
    .where('user_id', '=', user.userId)
    .where('revoked_at', 'is', null)
    .execute()
  tx.emit({ type: 'account.signed_out', accountId: user.accountId })
}
