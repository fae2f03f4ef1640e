import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import { preparedPage } from '../db/pagination.ts'
import type { DraftTable } from '../db/schema.ts'
import { NotFound } from '../errors.ts'

export type Draft = Selectable<DraftTable>

/** A page of an account's drafts, that with the newest change first. */
export const pageOfDrafts = preparedPage('draft.change_id', (db, p: { accountId: string }) =>
  db.selectFrom('draft').selectAll().where('account_id', '=', p.accountId),
)

/** @throws NotFound if there is none or it is somebody else's, alike (A51) */
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

export async function countDrafts(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('draft')
    .where('account_id', '=', accountId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
