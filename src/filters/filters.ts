import type { Updateable } from 'kysely'
import type { FilterAction, FilterContext, FilterTable } from '../db/schema.ts'
import { NotFound, ValidationFailed } from '../errors.ts'
import { raiseFiltersVersion } from '../oauth/users.ts'
import { said } from '../text/said.ts'
import type { Tx } from '../transact.ts'
import { changeKeywords, type KeywordChange } from './keywords.ts'
import { isLonger } from './length.ts'
import { getFilter } from './queries.ts'

const MAX_TITLE = 256
/** of an account: each page that it reads is looked at for all of them */
export const MAX_FILTERS = 500

/** What is to be so from now on; what is absent stays as it is. */
export interface FilterChange {
  title?: string
  /** not empty */
  context?: FilterContext[]
  action?: FilterAction
  /** ms since 1970; null: it has no end */
  expiresAt?: number | null
}

/**
 * Makes a filter with its keywords.
 * @returns its id
 * @throws ValidationFailed without a title or a context, or for too much of something
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
 * @throws NotFound if it is another's, or one of the keywords belongs to another filter (S-100)
 * @throws ValidationFailed for what no filter may be
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

/** Removes a filter with all that it looks for. @throws NotFound if it is another's (S-102) */
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
 * Begins every change of what somebody filters, once: those that come after it wait until it is over,
 * and whoever shows statuses to them or listens hears of it (S-480, S-481). What fails is not told.
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
