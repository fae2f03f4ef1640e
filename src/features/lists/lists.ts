import { ValidationFailed } from '../../kernel/base/errors.ts'
import { said } from '../../kernel/base/translatable-text.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { getOwnList, type List } from './queries.ts'
import type { RepliesPolicy } from './tables.ts'

/** Maximum of lists per account (S-326). */
export const MAX_LISTS = 50
/** characters */
const MAX_TITLE = 256

const POLICIES: readonly string[] = ['list', 'followed', 'none'] satisfies RepliesPolicy[]

/** A client's values, not validated; missing ones stay unchanged. */
export interface ListInput {
  title?: string | undefined
  replies_policy?: string | undefined
  exclusive?: boolean | undefined
}

/**
 * Creates a list.
 * @throws ValidationFailed without a title, for an unknown policy, or above the limit (S-326)
 */
export async function createList(tx: Tx, accountId: string, input: ListInput): Promise<List> {
  const list: List = {
    id: tx.newId(),
    account_id: accountId,
    title: readTitle(input.title ?? ''),
    replies_policy: readPolicy(input.replies_policy ?? 'list'),
    exclusive: input.exclusive ?? false,
  }
  await lockRow(tx.db, 'account', accountId)
  const { count } = await tx.db
    .selectFrom('list')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_LISTS) {
    throw new ValidationFailed('You have reached the maximum number of lists')
  }
  await tx.db
    .insertInto('list')
    .values({ ...list, created_at: tx.now })
    .execute()
  return list
}

/**
 * Changes a list.
 * @throws NotFound if it is not this account's
 * @throws ValidationFailed as `createList`
 */
export async function changeList(
  tx: Tx,
  { accountId, listId }: { accountId: string; listId: string },
  input: ListInput,
): Promise<List> {
  await lockRow(tx.db, 'list', listId)
  const before = await getOwnList(tx.db, accountId, listId)
  const list: List = {
    ...before,
    title: input.title === undefined ? before.title : readTitle(input.title),
    replies_policy:
      input.replies_policy === undefined ? before.replies_policy : readPolicy(input.replies_policy),
    exclusive: input.exclusive ?? before.exclusive,
  }
  const { title, replies_policy, exclusive } = list
  await tx.beforeRelationsChange(accountId)
  await tx.db
    .updateTable('list')
    .set({ title, replies_policy, exclusive })
    .where('id', '=', listId)
    .execute()
  const redone = {
    repliesPolicy: replies_policy !== before.replies_policy,
    exclusive: exclusive !== before.exclusive,
  }
  tx.emit({ type: 'list.changed', listId, accountId, redone })
  return list
}

/** Removes a list with its timeline. @throws NotFound if it is not this account's */
export async function deleteList(
  tx: Tx,
  { accountId, listId }: { accountId: string; listId: string },
): Promise<void> {
  await lockRow(tx.db, 'list', listId)
  const { exclusive } = await getOwnList(tx.db, accountId, listId)
  await tx.beforeRelationsChange(accountId)
  const members = await tx.db
    .deleteFrom('list_member')
    .where('list_id', '=', listId)
    .returning('account_id')
    .execute()
  await tx.db.deleteFrom('list').where('id', '=', listId).execute()
  const memberIds = members.map((row) => row.account_id)
  tx.emit({ type: 'list.members_removed', listId, accountId, memberIds, exclusive })
}

function readTitle(text: string): string {
  if (text.trim() === '') throw new ValidationFailed("Title can't be blank")
  if ([...text].length > MAX_TITLE) {
    throw new ValidationFailed(
      said('Title is too long (maximum is {max} characters)', { max: MAX_TITLE }),
    )
  }
  return text
}

function readPolicy(text: string): RepliesPolicy {
  if (!POLICIES.includes(text))
    throw new ValidationFailed('Replies policy is not included in the list')
  return text as RepliesPolicy
}
