import type { Updateable } from 'kysely'
import type { AccountTable } from '../../src/features/accounts/tables.ts'
import { indexAccount } from '../../src/kernel/db/search/accounts.ts'
import type { TestServer } from './server.ts'

/** Puts an account into a state that only staff, a move or another server brings about. */
export async function setAccount(
  { app }: TestServer,
  account: { id: string },
  state: Updateable<AccountTable>,
): Promise<void> {
  await app.transact(async (tx) => {
    await tx.db
      .updateTable('account')
      .set((eb) => ({ ...state, version: eb('version', '+', 1) }))
      .where('id', '=', account.id)
      .execute()
    await indexAccount(tx.db, account.id)
  })
}
