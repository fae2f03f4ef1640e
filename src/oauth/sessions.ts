import { ipDigits } from '../ip-range.ts'
import type { Tx } from '../transact.ts'
import { hashSecret, randomSecret } from './secrets.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** ms; a use is written down once in it */
export const USE_NOTED = HOUR
/** ms; starts anew with each hour of use */
export const SESSION_LIFETIME = 365 * DAY
const USER_AGENT_LENGTH = 300

export interface SessionInput {
  userId: string
  ip: string | null
  userAgent: string | null
  /** cookie that the browser brought: it is void from now on, so a planted one is worth nothing */
  replaces: string | null
}

/**
 * Starts a session.
 * @returns the value of its cookie; the database holds a hash only
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

/** Notes that a session is in use, which moves its end; at most once an hour. */
export async function extendSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.db
    .updateTable('session')
    .set({ last_used_at: tx.now, expires_at: tx.now + SESSION_LIFETIME })
    .where('id', '=', sessionId)
    .where('last_used_at', '<=', tx.now - USE_NOTED)
    .execute()
}

/**
 * Ends every session of a user and makes every token and unused code void; open streams close
 * (A46).
 *
 * @param except a session that goes on
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
