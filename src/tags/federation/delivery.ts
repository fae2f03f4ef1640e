import type { Document } from '../../activitypub/as2.ts'
import { enqueueDelivery } from '../../activitypub/delivery/enqueue.ts'
import { accountUrl, activityUri, featuredUri, taggedUrl } from '../../addresses.ts'
import type { Config } from '../../config.ts'
import { loadFollowerInboxes } from '../../relationships/follower-inboxes.ts'
import type { Subscriber } from '../../subscriber.ts'
import { normalizeTag } from '../../text/tags.ts'
import type { Tx } from '../../transact.ts'

/** Tells the followers' servers which hashtags somebody here shows on the profile (S-500). */
export const delivery: Subscriber = {
  record: {
    'featured_tag.added': (tx, tag) => send(tx, tag, 'Add'),
    'featured_tag.removed': (tx, tag) => send(tx, tag, 'Remove'),
  },
}

async function send(
  tx: Tx,
  { accountId, name }: { accountId: string; name: string },
  type: 'Add' | 'Remove',
): Promise<void> {
  const account = await tx.db
    .selectFrom('account')
    .select(['uri', 'username'])
    .where('id', '=', accountId)
    .where('domain', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (account === undefined) return
  const { uri: actor, username } = account
  await enqueueDelivery(tx, {
    senderId: accountId,
    activity: {
      id: activityUri(actor, type === 'Add' ? 'featured-tags' : 'unfeatured-tags', tx.newId()),
      type,
      actor,
      object: hashtagDocument(tx.config, username, name),
      // not the collection of hashtags: Mastodon expects this one
      target: featuredUri(actor),
    },
    inboxes: await loadFollowerInboxes(tx.db, accountId),
  })
}

/** A hashtag on the profile of somebody here. @param name as its owner spells it */
export function hashtagDocument(config: Config, username: string, name: string): Document {
  return {
    type: 'Hashtag',
    href: taggedUrl(accountUrl(config, username), normalizeTag(name) ?? name),
    name: `#${name}`,
  }
}
