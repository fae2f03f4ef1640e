import type { Selectable } from 'kysely'
import { NotFound } from '../../kernel/base/errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { accountExists } from './predicates.ts'
import type { AccountTable } from './tables.ts'

/** The columns that rules about accounts need; the serializer reads texts and pictures. */
export type Account = Pick<
  Selectable<AccountTable>,
  | 'id'
  | 'username'
  | 'domain'
  | 'uri'
  | 'locked'
  | 'discoverable'
  | 'feature_policy'
  | 'hide_collections'
  | 'moved_to_id'
  | 'activated_at'
  | 'suspended_at'
  | 'silenced_at'
>

/** Columns of an `Account`. */
export const ACCOUNT_COLUMNS = [
  'id',
  'username',
  'domain',
  'uri',
  'locked',
  'discoverable',
  'feature_policy',
  'hide_collections',
  'moved_to_id',
  'activated_at',
  'suspended_at',
  'silenced_at',
] as const satisfies readonly (keyof Account)[]

const reachableById = prepared((db, p: { id: string }) =>
  db.selectFrom('account').where('id', '=', p.id).where(accountExists()).select(ACCOUNT_COLUMNS),
)

const reachableByIds = prepared((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('account')
    .where(idIn(db, 'id', p.ids))
    .where(accountExists())
    .select(ACCOUNT_COLUMNS),
)

const byHandle = prepared((db, p: { name: string }) =>
  db
    .selectFrom('account')
    .where('username_lower', '=', p.name)
    .where('domain', 'is', null)
    .where('deleted_at', 'is', null)
    .select(ACCOUNT_COLUMNS),
)

const byRemoteHandle = prepared((db, p: { name: string; domain: string }) =>
  db
    .selectFrom('account')
    .where('username_lower', '=', p.name)
    .where('domain', '=', p.domain)
    .where('deleted_at', 'is', null)
    .select(ACCOUNT_COLUMNS),
)

/**
 * An account that the API serves. Accounts that wait for confirmation or approval are missing
 * (S-277), and so are accounts that are being deleted; suspended ones are found (S-280).
 *
 * @param id normalised
 * @throws NotFound
 */
export async function getReachableAccount(db: Db, id: string): Promise<Account> {
  const [account] = await reachableById(db, { id })
  if (account === undefined) throw new NotFound()
  return account
}

/** The reachable accounts among these, by id; see `getReachableAccount`. */
export async function loadReachableAccounts(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Account>> {
  if (ids.length === 0) return new Map()
  const rows = await reachableByIds(db, { ids })
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The account with a name, whatever its state, unless it is being deleted; includes accounts that
 * wait for confirmation or approval (S-276).
 *
 * @param domain null for local accounts; both in lower case
 */
export async function findAccountByName(
  db: Db,
  name: string,
  domain: string | null,
): Promise<Account | null> {
  const rows =
    domain === null ? await byHandle(db, { name }) : await byRemoteHandle(db, { name, domain })
  return rows[0] ?? null
}
