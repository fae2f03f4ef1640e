import type { Selectable } from 'kysely'
import { NotFound } from '../../kernel/base/errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { preparedPage } from '../../kernel/db/pagination.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { keyShareLocked } from '../../kernel/db/row-locks.ts'
import { accountStays } from '../accounts/predicates.ts'
import type { ListTable } from './tables.ts'

export type List = Pick<
  Selectable<ListTable>,
  'id' | 'account_id' | 'title' | 'replies_policy' | 'exclusive'
>

const COLUMNS = [
  'list.id',
  'list.account_id',
  'list.title',
  'list.replies_policy',
  'list.exclusive',
] as const

const ownList = prepared((db, p: { accountId: string; id: string }) =>
  db
    .selectFrom('list')
    .select(COLUMNS)
    .where('id', '=', p.id)
    .where('account_id', '=', p.accountId),
)

/** A list of this account, or null if there is none or it is another account's. */
export async function findOwnList(db: Db, accountId: string, id: string): Promise<List | null> {
  return (await ownList(db, { accountId, id }))[0] ?? null
}

/** @throws NotFound if there is none, or it is another account's */
export async function getOwnList(db: Db, accountId: string, id: string): Promise<List> {
  const list = await findOwnList(db, accountId, id)
  if (list === null) throw new NotFound()
  return list
}

/** All lists of an account, oldest first: they are few. */
export async function listsOf(db: Db, accountId: string): Promise<List[]> {
  return db
    .selectFrom('list')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
}

interface Membership {
  ownerId: string
  accountId: string
}

/** The lists of `ownerId` that `accountId` is in, oldest first. */
export async function listsWith(db: Db, membership: Membership): Promise<List[]> {
  return selectOf(db, membership.ownerId)
    .where('list_member.account_id', '=', membership.accountId)
    .execute()
}

/**
 * The lists of an account with each of these accounts, for writers of rows that reference the lists: locks
 * them until the end of the transaction.
 */
export function lockListsWith(
  db: Db,
  asked: { ownerId: string; accountIds: readonly string[] },
): Promise<(List & { member_id: string })[]> {
  return lockedWith(db, asked)
}

const lockedWith = prepared((db, p: { ownerId: string; accountIds: readonly string[] }) =>
  keyShareLocked(
    db,
    selectOf(db, p.ownerId)
      .select('list_member.account_id as member_id')
      .where(idIn(db, 'list_member.account_id', p.accountIds)),
    'list',
  ),
)

function selectOf(db: Db, ownerId: string) {
  return db
    .selectFrom('list_member')
    .innerJoin('list', 'list.id', 'list_member.list_id')
    .select(COLUMNS)
    .where('list_member.owner_id', '=', ownerId)
    .orderBy('list.id')
}

/** Visible members of a list, latest first; cursors are ids of the memberships (S-041). */
export const pageOfMembers = preparedPage('list_member.id', (db, p: { listId: string }) =>
  db
    .selectFrom('list_member')
    .innerJoin('account', 'account.id', 'list_member.account_id')
    .where('list_member.list_id', '=', p.listId)
    .where(accountStays())
    .select(['list_member.id as cursor', 'account.id']),
)

/** Ids of the accounts among these that are in the list. */
export async function membersAmong(
  db: Db,
  listId: string,
  accountIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('list_member')
    .select('account_id')
    .where('list_id', '=', listId)
    .where(idIn(db, 'account_id', accountIds))
    .execute()
  return rows.map((row) => row.account_id)
}

/** Ids of some members in order; `after`: the last known one, null to begin. */
export async function someMembers(
  db: Db,
  listId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('list_member')
    .select('account_id')
    .where('list_id', '=', listId)
    .where('account_id', '>', after ?? '0')
    .orderBy('account_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.account_id)
}
