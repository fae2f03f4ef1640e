import type { App } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'

/** Whether the mail server took the last mail for an address. */
export interface MailResult {
  /** ms since 1970 of the last refusal; null: it took the last one, or there was none */
  failedAt: number | null
  error: string | null
}

/**
 * Remembers the result of a mail at the user with this address, if there is one.
 * @param error words of the mail server; null: it took the mail
 */
export async function noteMailResult(
  { db, transact }: Pick<App, 'db' | 'transact'>,
  address: string,
  error: string | null,
): Promise<void> {
  const user = await db
    .selectFrom('local_user')
    .select(['id', 'mail_failed_at'])
    .where('email_lower', '=', address.toLowerCase())
    .executeTakeFirst()
  // nearly always there is nothing to write
  if (user === undefined || (error === null && user.mail_failed_at === null)) return
  await transact(async (tx) => {
    await tx.db
      .updateTable('local_user')
      .set({ mail_failed_at: error === null ? null : tx.now, mail_error: error })
      .where('id', '=', user.id)
      .execute()
  })
}

export async function findMailResult(db: Db, userId: string): Promise<MailResult> {
  const row = await db
    .selectFrom('local_user')
    .select(['mail_failed_at as failedAt', 'mail_error as error'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row
}
