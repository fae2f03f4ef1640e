import { NotFound } from '../../kernel/base/errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'

/** The handle of an account: `@rook`, or `@rook@away.example`. @throws NotFound */
export async function handleOf(db: Db, accountId: string): Promise<string> {
  const account = await db
    .selectFrom('account')
    .select(['username', 'domain'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (account === undefined) throw new NotFound()
  return handleIn(account)
}

/** As `handleOf`, for a loaded account. */
function handleIn({ username, domain }: { username: string; domain: string | null }): string {
  return domain === null ? `@${username}` : `@${username}@${domain}`
}

/** The handles of accounts, by id. */
export async function loadHandles(
  db: Db,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'username', 'domain'])
    .where(idIn(db, 'id', [...new Set(accountIds)]))
    .execute()
  return new Map(accounts.map((account) => [account.id, handleIn(account)]))
}
