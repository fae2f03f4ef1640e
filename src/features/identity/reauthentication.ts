import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { checkCurrentPassword } from './password-changes.ts'

/** ms during which a password or passkey counts as recent */
const FRESH = 15 * 60_000

/**
 * Whether the session's user has authenticated recently; required for changes of security settings.
 */
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
