import type { Selectable } from 'kysely'
import { NotFound } from '../../kernel/base/errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { preparedPage } from '../../kernel/db/pagination.ts'
import type { DraftTable } from './tables.ts'

export type Draft = Selectable<DraftTable>

/** A page of an account's drafts, most recently changed first. */
export const pageOfDrafts = preparedPage('draft.change_id', (db, p: { accountId: string }) =>
  db.selectFrom('draft').selectAll().where('account_id', '=', p.accountId),
)

/** @throws NotFound, the same error, if there is none or it is another account's (A51) */
export async function getOwnDraft(db: Db, accountId: string, id: string): Promise<Draft> {
  const row = await db
    .selectFrom('draft')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

export async function findByClientId(
  db: Db,
  accountId: string,
  clientId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('draft')
    .select('id')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function countDrafts(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('draft')
    .where('account_id', '=', accountId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
