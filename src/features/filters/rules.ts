import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import { said } from '../../kernel/base/translatable-text.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { noteChange } from './filters.ts'
import { changeKeywords, type KeywordChange } from './keywords.ts'
import { getFilter, getFilterStatus, getKeyword } from './queries.ts'

/** maximum per filter */
export const MAX_STATUSES = 1_000

/**
 * Adds a keyword to a filter.
 * @returns its id
 * @throws NotFound if the filter is another account's, ValidationFailed as `changeKeywords` does
 * (S-104)
 */
export async function addKeyword(
  tx: Tx,
  input: { accountId: string; filterId: string } & Pick<KeywordChange, 'keyword' | 'wholeWord'>,
): Promise<string> {
  const { accountId, filterId, keyword, wholeWord } = input
  await noteChange(tx, accountId)
  await getFilter(tx.db, accountId, filterId)
  const changes = [{ id: null, keyword, wholeWord, remove: false }]
  const [id] = await changeKeywords(tx, { accountId, filterId, changes })
  return id!
}

/** Edits or removes one keyword. @throws NotFound if it is another account's (S-106) */
export async function changeKeyword(
  tx: Tx,
  { accountId, id, ...change }: { accountId: string } & KeywordChange & { id: string },
): Promise<void> {
  await noteChange(tx, accountId)
  const { filter_id: filterId } = await getKeyword(tx.db, accountId, id)
  await changeKeywords(tx, { accountId, filterId, changes: [{ id, ...change }] })
}

/**
 * Adds one status to a filter; the caller has checked that the account may see it.
 * @returns the id of the entry
 * @throws NotFound if the filter is another account's
 * @throws ValidationFailed if it is in the filter already, or the filter is full (S-108)
 */
export async function addFilterStatus(
  tx: Tx,
  { accountId, filterId, statusId }: { accountId: string; filterId: string; statusId: string },
): Promise<string> {
  await noteChange(tx, accountId)
  await getFilter(tx.db, accountId, filterId)
  const { count } = await tx.db
    .selectFrom('filter_status')
    .where('filter_id', '=', filterId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_STATUSES) {
    throw new ValidationFailed(
      said('Statuses are too many (maximum is {max})', { max: MAX_STATUSES }),
    )
  }
  const id = tx.newId()
  const added = await tx.db
    .insertInto('filter_status')
    .values({ id, filter_id: filterId, status_id: statusId, created_at: tx.now })
    .onConflict((conflict) => conflict.columns(['filter_id', 'status_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) throw new ValidationFailed('Status has already been taken')
  return id
}

/** @throws NotFound if the entry belongs to another account's filter (S-107) */
export async function removeFilterStatus(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  await noteChange(tx, accountId)
  await getFilterStatus(tx.db, accountId, id)
  const removed = await tx.db
    .deleteFrom('filter_status')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (removed === undefined) throw new NotFound()
}
