import type { Tx } from '../../../kernel/core/tx.ts'
import type { RemoteProfile } from './read-actor.ts'

/** Stores the current inboxes and collections of an actor. */
export async function saveAddresses(
  tx: Tx,
  accountId: string,
  profile: RemoteProfile,
): Promise<void> {
  const addresses = {
    host: hostOf(profile.uri),
    inbox_uri: profile.inboxUri,
    shared_inbox_uri: profile.sharedInboxUri,
    outbox_uri: profile.outboxUri,
    followers_uri: profile.followersUri,
    following_uri: profile.followingUri,
    featured_uri: profile.featuredUri,
    featured_tags_uri: profile.featuredTagsUri,
    featured_collections_uri: profile.featuredCollectionsUri,
    fetched_at: tx.now,
  }
  await tx.db
    .insertInto('remote_actor')
    .values({ account_id: accountId, ...addresses, history_fetched_at: null })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(addresses))
    .execute()
}

/** The host of a federation id, with a port unless it is the default. */
export function hostOf(uri: string): string {
  return new URL(uri).host.replace(/\.$/, '')
}
