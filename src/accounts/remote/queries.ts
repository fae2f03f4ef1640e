import type { Selectable } from 'kysely'
import { type ProvedId, storedId } from '../../activitypub/proved.ts'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import type { AccountTable, RemoteActorTable } from '../../db/schema.ts'

/** A remote account whatever its state, gone ones too. */
export type ActorRow = Selectable<AccountTable>

const byUri = prepared((db, p: { uri: string }) =>
  db.selectFrom('account').selectAll().where('uri', '=', p.uri).where('domain', 'is not', null),
)

const byHandle = prepared((db, p: { name: string; domain: string }) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('username_lower', '=', p.name)
    .where('domain', '=', p.domain),
)

export async function findActorRow(db: Db, uri: string): Promise<ActorRow | null> {
  return (await byUri(db, { uri }))[0] ?? null
}

export async function findHandleRow(
  db: Db,
  { username, domain }: { username: string; domain: string },
): Promise<ActorRow | null> {
  return (await byHandle(db, { name: username.toLowerCase(), domain }))[0] ?? null
}

const addressesById = prepared((db, p: { accountId: string }) =>
  db
    .selectFrom('remote_actor')
    .innerJoin('account', 'account.id', 'remote_actor.account_id')
    .where('remote_actor.account_id', '=', p.accountId)
    .where('account.deleted_at', 'is', null)
    .selectAll('remote_actor')
    .select('account.uri'),
)

/** Where a remote account and its collections are found. */
export type Addresses = Selectable<RemoteActorTable> & { uri: ProvedId }

/** @returns null if the account is gone, or one of ours */
export async function findAddresses(db: Db, accountId: string): Promise<Addresses | null> {
  const [row] = await addressesById(db, { accountId })
  return row === undefined ? null : { ...row, uri: storedId(row) }
}
