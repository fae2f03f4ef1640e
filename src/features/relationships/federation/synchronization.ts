import type { RemoteActor } from '../../../kernel/activitypub/inbox.ts'
import { followersSynchronizationUri, followersUri } from '../../../kernel/base/urls.ts'
import type { App } from '../../../kernel/core/app.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { findDigest, NO_FOLLOWERS } from './digests.ts'
import { SYNCHRONIZE } from './synchronize.ts'

/**
 * The header `Collection-Synchronization` of a post for followers.
 *
 * @param accountId of a local account
 * @param host the recipient
 * @returns null if no account there ever followed the account
 * @see https://w3id.org/fep/8fcf
 */
export async function synchronizationHeader(
  app: App,
  accountId: string,
  host: string,
): Promise<string | null> {
  const digest = await findDigest(app.db, accountId, host)
  if (digest === null) return null
  const { uri } = await app.db
    .selectFrom('account')
    .select('uri')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const members = {
    collectionId: followersUri(uri),
    url: followersSynchronizationUri(uri),
    digest,
  }
  return Object.entries(members)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')
}

/**
 * Compares another server's digest of local followers of its account with ours; if they differ, a
 * job synchronizes them. Only the followers collection of the sender itself, at the sender's
 * origin, counts.
 */
export async function synchronizeFollowers(
  app: App,
  actor: RemoteActor,
  header: string,
): Promise<void> {
  const { collectionId, url, digest } = readHeader(header)
  if (collectionId === undefined || url === undefined || digest === undefined) return
  if (!sameOrigin(url, actor.uri) || !(await hasFollowers(app, actor, collectionId))) return
  const own = (await findDigest(app.db, actor.id, app.config.domain)) ?? NO_FOLLOWERS
  if (own === digest.toLowerCase()) return
  await app.transact(async (tx) => {
    tx.enqueue({ kind: SYNCHRONIZE, payload: { accountId: actor.id, url }, uniqueKey: actor.id })
  })
}

/** maximum of characters of the header */
const LONGEST = 4096

function readHeader(header: string): Record<string, string | undefined> {
  const members = header.slice(0, LONGEST).matchAll(/([A-Za-z]{1,32})="([^"]*)"/g)
  return Object.fromEntries([...members].map(([, name, value]) => [name, value]))
}

async function hasFollowers(app: App, actor: RemoteActor, collectionId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('remote_actor')
    .select('followers_uri')
    .where('account_id', '=', actor.id)
    .executeTakeFirst()
  return row?.followers_uri === collectionId
}
