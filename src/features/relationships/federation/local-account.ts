import type { Db } from '../../../kernel/db/database.ts'
import type { Account } from '../../accounts/queries.ts'
import { findAccountByUri } from '../../accounts/remote/resolve.ts'

/** The local account with a federation id, unless it waits for confirmation or approval. */
export async function findLocalByUri(db: Db, uri: string | null): Promise<Account | null> {
  const account = uri === null ? null : await findAccountByUri(db, uri)
  if (account === null || account.domain !== null || account.activated_at === null) return null
  return account
}
