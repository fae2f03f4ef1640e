import { NotFound } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'

const MOST_SESSIONS = 100

export interface BrowserSession {
  id: string
  ip: string | null
  user_agent: string | null
  created_at: number
  /** ms since 1970; written at most once an hour */
  last_used_at: number
}

/** A user's sessions, most recently used first. */
export async function listSessions(db: Db, userId: string, now: number): Promise<BrowserSession[]> {
  return db
    .selectFrom('session')
    .select(['id', 'ip', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SESSIONS)
    .execute()
}

/**
 * Ends one session; its streams close at their next check, a second later (A46).
 * @throws NotFound if it is not the user's
 */
export async function revokeSession(tx: Tx, userId: string, id: string): Promise<void> {
  const removed = await tx.db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (removed === undefined) throw new NotFound()
}

/** Ends every session but one. @returns how many */
export async function revokeOtherSessions(tx: Tx, userId: string, kept: string): Promise<number> {
  const removed = await tx.db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', '!=', kept)
    .returning('id')
    .execute()
  return removed.length
}
