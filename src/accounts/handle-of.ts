import type { Db } from '../db/database.ts'
import { NotFound } from '../errors.ts'

/** How people know an account: `@rook`, or `@rook@away.example`. @throws NotFound */
export async function handleOf(db: Db, accountId: string): Promise<string> {
  const account = await db
    .selectFrom('account')
    .select(['username', 'domain'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (account === undefined) throw new NotFound()
  const { username, domain } = account
  return domain === null ? `@${username}` : `@${username}@${domain}`
}
