import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import { prepared } from '../db/prepared.ts'
import type { AccountTable } from '../db/schema.ts'
import { NotFound } from '../errors.ts'

/** What rules about an account ask for; its texts and pictures are the serializer's. */
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
  db
    .selectFrom('account')
    .where('id', '=', p.id)
    .where('activated_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .select(ACCOUNT_COLUMNS),
)

const reachableByIds = prepared((db, p: { ids: readonly string[] }) =>
  db
    .selectFrom('account')
    .where(idIn(db, 'id', p.ids))
    .where('activated_at', 'is not', null)
    .where('deleted_at', 'is', null)
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
 * An account that people may ask for. One that waits for confirmation or approval is missing
 * (S-277), so is one that is being deleted; a suspended one is there (S-280).
 *
 * @param id normalised
 * @throws NotFound
 */
export async function getReachableAccount(db: Db, id: string): Promise<Account> {
  const [account] = await reachableById(db, { id })
  if (account === undefined) throw new NotFound()
  return account
}

/** Those of the accounts that people may ask for, by id; see `getReachableAccount`. */
export async function loadReachableAccounts(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Account>> {
  if (ids.length === 0) return new Map()
  const rows = await reachableByIds(db, { ids })
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * The account with a name, whatever its state except being deleted: it also finds one that waits
 * for confirmation or approval (S-276).
 *
 * @param domain null for one of ours; both in lower case
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
