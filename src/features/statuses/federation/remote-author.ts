import { type ProvedId, storedId } from '../../../kernel/activitypub/proved-document.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import { accountStays } from '../../accounts/predicates.ts'
import type { ActorType } from '../../accounts/tables.ts'
import type { NoteAuthor } from './reading/note.ts'

/** A remote account as the author of statuses. */
export interface RemoteAuthor extends NoteAuthor {
  id: string
  uri: ProvedId
  username: string
  domain: string
  actorType: ActorType
  silenced: boolean
  outboxUri: string | null
  featuredUri: string | null
}

const authorById = prepared((db, p: { id: string }) =>
  db
    .selectFrom('account')
    .leftJoin('remote_actor', 'remote_actor.account_id', 'account.id')
    .where('account.id', '=', p.id)
    .where('account.domain', 'is not', null)
    .where(accountStays())
    .select([
      'account.id',
      'account.uri',
      'account.username',
      'account.domain',
      'account.actor_type',
      'account.silenced_at',
      'remote_actor.followers_uri',
      'remote_actor.outbox_uri',
      'remote_actor.featured_uri',
    ]),
)

/** @returns null if the account is local, gone or suspended: its statuses are not accepted */
export async function findAuthor(db: Db, accountId: string): Promise<RemoteAuthor | null> {
  const [row] = await authorById(db, { id: accountId })
  if (row === undefined) return null
  return {
    id: row.id,
    uri: storedId(row),
    username: row.username,
    domain: row.domain!,
    actorType: row.actor_type,
    silenced: row.silenced_at !== null,
    followersUri: row.followers_uri,
    outboxUri: row.outbox_uri,
    featuredUri: row.featured_uri,
  }
}
