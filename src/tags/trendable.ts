import { NotFound } from '../errors.ts'
import type { Tx } from '../transact.ts'

/** Decides whether a tag may trend. @throws NotFound if there is no such tag */
export async function setTagTrendable(tx: Tx, id: string, trendable: boolean): Promise<void> {
  const known = await tx.db
    .updateTable('tag')
    .set({ trendable })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (known === undefined) throw new NotFound()
}
