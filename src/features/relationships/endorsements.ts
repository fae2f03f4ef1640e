import { type SqlBool, sql } from 'kysely'
import { ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { type Page, preparedPage } from '../../kernel/db/pagination.ts'
import { accountIsShown } from '../accounts/predicates.ts'
import type { ListedAccount } from './account-lists.ts'
import { lockPair } from './lock-pair.ts'
import { hiddenFrom } from './predicates.ts'
import { findFollow, type Pair } from './queries.ts'

/**
 * Features an account on the own profile; doing it again changes nothing (S-284).
 *
 * @throws ValidationFailed if it is not followed
 * @see https://docs.joinmastodon.org/methods/accounts/#endorse
 */
export async function endorseAccount(tx: Tx, pair: Pair): Promise<void> {
  await lockPair(tx, pair)
  if ((await findFollow(tx.db, 'follow', pair)) === null) {
    throw new ValidationFailed('You must be already following the person you want to endorse')
  }
  const { accountId: account_id, targetId: target_id } = pair
  await tx.db
    .insertInto('endorsement')
    .values({ id: tx.newId(), account_id, target_id, created_at: tx.now })
    .onConflict((conflict) => conflict.columns(['account_id', 'target_id']).doNothing())
    .execute()
}

/** Does nothing if there is no endorsement. */
export async function unendorseAccount(tx: Tx, pair: Pair): Promise<void> {
  await deleteEndorsement(tx.db, pair)
}

export async function deleteEndorsement(db: Db, { accountId, targetId }: Pair): Promise<void> {
  await db
    .deleteFrom('endorsement')
    .where('account_id', '=', accountId)
    .where('target_id', '=', targetId)
    .execute()
}

function endorsedBy(db: Db, accountId: string) {
  return db
    .selectFrom('endorsement')
    .innerJoin('account', 'account.id', 'endorsement.target_id')
    .where('endorsement.account_id', '=', accountId)
    .where(accountIsShown())
    .select(['endorsement.id as cursor', 'account.id'])
}

const everybody = preparedPage('endorsement.id', (db, p: { accountId: string }) =>
  endorsedBy(db, p.accountId),
)

const wanted = preparedPage(
  'endorsement.id',
  (db, p: { accountId: string; viewerId: string; now: number }) =>
    endorsedBy(db, p.accountId).where(
      sql<SqlBool>`not ${hiddenFrom(p.viewerId, sql.ref('account.id'), p.now)}`,
    ),
)

/**
 * A page of the accounts that an account features, without accounts hidden from the viewer's lists.
 */
export function pageOfEndorsements(
  db: Db,
  page: Page,
  accountId: string,
  { viewerId, now }: { viewerId: string | null; now: number },
): Promise<ListedAccount[]> {
  return viewerId === null || viewerId === accountId
    ? everybody(db, { accountId }, page)
    : wanted(db, { accountId, viewerId, now }, page)
}

/** All accounts that an account features (S-044); at most as many as it follows. */
export async function allEndorsements(db: Db, accountId: string): Promise<ListedAccount[]> {
  return endorsedBy(db, accountId).orderBy('endorsement.id', 'desc').execute()
}
