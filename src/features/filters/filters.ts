import type { Updateable } from 'kysely'
import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import { said } from '../../kernel/base/translatable-text.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { raiseFiltersVersion } from '../identity/users.ts'
import { changeKeywords, type KeywordChange } from './keywords.ts'
import { isLonger } from './length.ts'
import { getFilter } from './queries.ts'
import type { FilterAction, FilterContext, FilterTable } from './tables.ts'

const MAX_TITLE = 256
/** maximum per account: every rendered page is matched against all of them */
export const MAX_FILTERS = 500

/** New values; absent ones stay unchanged. */
export interface FilterChange {
  title?: string
  /** not empty */
  context?: FilterContext[]
  action?: FilterAction
  /** ms since 1970; null: no end */
  expiresAt?: number | null
}

/**
 * Creates a filter with its keywords.
 * @returns its id
 * @throws ValidationFailed without a title or a context, or above a limit
 * @throws NotFound for a keyword that has an id already (S-098)
 */
export async function createFilter(
  tx: Tx,
  input: { accountId: string; change: FilterChange; keywords: readonly KeywordChange[] },
): Promise<string> {
  const { accountId, change, keywords } = input
  const { title, context } = change
  await noteChange(tx, accountId)
  if (context === undefined) throw new ValidationFailed('Context None or invalid context supplied')
  await checkRoom(tx, accountId)
  const id = tx.newId()
  await tx.db
    .insertInto('filter')
    .values({
      id,
      account_id: accountId,
      title: checkedTitle(title ?? ''),
      context: JSON.stringify(context),
      action: change.action ?? 'warn',
      expires_at: change.expiresAt ?? null,
      created_at: tx.now,
    })
    .execute()
  await changeKeywords(tx, { accountId, filterId: id, changes: keywords })
  return id
}

async function checkRoom(tx: Tx, accountId: string): Promise<void> {
  const { count } = await tx.db
    .selectFrom('filter')
    .where('account_id', '=', accountId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_FILTERS) {
    throw new ValidationFailed(
      said('Filters are too many (maximum is {max})', { max: MAX_FILTERS }),
    )
  }
}

/**
 * Changes a filter and its keywords, all or nothing.
 * @throws NotFound if it is another account's, or one of the keywords belongs to another filter
 * (S-100)
 * @throws ValidationFailed for invalid values
 */
export async function updateFilter(
  tx: Tx,
  input: {
    accountId: string
    id: string
    change: FilterChange
    keywords: readonly KeywordChange[]
  },
): Promise<void> {
  const { accountId, id, change, keywords } = input
  await noteChange(tx, accountId)
  await getFilter(tx.db, accountId, id)
  const columns: Updateable<FilterTable> = {}
  if (change.title !== undefined) columns.title = checkedTitle(change.title)
  if (change.context !== undefined) columns.context = JSON.stringify(change.context)
  if (change.action !== undefined) columns.action = change.action
  if (change.expiresAt !== undefined) columns.expires_at = change.expiresAt
  if (Object.keys(columns).length > 0) {
    await tx.db.updateTable('filter').set(columns).where('id', '=', id).execute()
  }
  await changeKeywords(tx, { accountId, filterId: id, changes: keywords })
}

/**
 * Removes a filter with its keywords and statuses.
 * @throws NotFound if it is another account's (S-102)
 */
export async function deleteFilter(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  await noteChange(tx, accountId)
  const removed = await tx.db
    .deleteFrom('filter')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  if (removed === undefined) throw new NotFound()
}

/**
 * Starts every change of an account's filters: serialises concurrent changes, and invalidates the
 * filters in caches and streams (S-480, S-481). A rolled back change emits nothing.
 */
export async function noteChange(tx: Tx, accountId: string): Promise<void> {
  await raiseFiltersVersion(tx, accountId)
  tx.emit({ type: 'filters.changed', accountId })
}

function checkedTitle(title: string): string {
  if (title.trim() === '') throw new ValidationFailed("Title can't be blank")
  if (isLonger(title, MAX_TITLE)) {
    throw new ValidationFailed(
      said('Title is too long (maximum is {max} characters)', { max: MAX_TITLE }),
    )
  }
  return title
}
