import type { Selectable } from 'kysely'
import { type ProvedId, storedId } from '../../../kernel/activitypub/proved-document.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import type { AccountTable, RemoteActorTable } from '../tables.ts'

/** A remote account whatever its state, including deleted ones. */
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

/** URIs of a remote account and its collections. */
export type Addresses = Selectable<RemoteActorTable> & { uri: ProvedId }

/** @returns null if the account is gone, or local */
export async function findAddresses(db: Db, accountId: string): Promise<Addresses | null> {
  const [row] = await addressesById(db, { accountId })
  return row === undefined ? null : { ...row, uri: storedId(row) }
}
