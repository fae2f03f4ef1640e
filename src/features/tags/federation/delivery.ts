import type { Document } from '../../../kernel/activitypub/as2.ts'
import { enqueueDelivery } from '../../../kernel/activitypub/delivery/enqueue.ts'
import type { Config } from '../../../kernel/base/config.ts'
import { accountUrl, activityUri, featuredUri, taggedUrl } from '../../../kernel/base/urls.ts'
import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { normalizeTag } from '../../../kernel/text/tags.ts'
import { loadFollowerInboxes } from '../../relationships/follower-inboxes.ts'

/** Sends followers' servers the changes of featured hashtags (S-500). */
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

/** A hashtag on a local profile. @param name in its owner's spelling */
export function hashtagDocument(config: Config, username: string, name: string): Document {
  return {
    type: 'Hashtag',
    href: taggedUrl(accountUrl(config, username), normalizeTag(name) ?? name),
    name: `#${name}`,
  }
}
