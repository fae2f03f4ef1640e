import type { App } from '../app.ts'
import type { Db } from '../db/database.ts'
import { checkCurrentPassword } from './password-changes.ts'

/** ms for which password or passkey count as given just now */
const FRESH = 15 * 60_000

/** Whether whoever uses a session showed lately that it is theirs: asked before security settings change. */
export async function isFresh(
  { db, clock }: Pick<App, 'clock'> & { db: Db },
  sessionId: string,
): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .select('authenticated_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return (session?.authenticated_at ?? 0) > clock() - FRESH
}

/** @throws InvalidFields if it is not the user's password */
export async function reauthenticate(
  app: App,
  { userId, sessionId }: { userId: string; sessionId: string },
  password: string,
): Promise<void> {
  await checkCurrentPassword(app, userId, password)
  await app.transact(async (tx) => {
    await tx.db
      .updateTable('session')
      .set({ authenticated_at: tx.now })
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .execute()
  })
}
