import { type Document, PUBLIC } from '../../../kernel/activitypub/as2.ts'
import { enqueueDelivery } from '../../../kernel/activitypub/delivery/enqueue.ts'
import type { Config } from '../../../kernel/base/config.ts'
import { isoTime } from '../../../kernel/base/json.ts'
import { activityUri, emojiUri, fileUrl, followersUri } from '../../../kernel/base/urls.ts'
import { isForAll } from '../../../kernel/core/audience-rules.ts'
import type { Subscriber } from '../../../kernel/core/subscriber.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { loadInboxes } from '../../accounts/inboxes.ts'
import { loadFollowerInboxes } from '../../relationships/follower-inboxes.ts'
import { undoOf } from '../federation/presenting/activities.ts'

/** Delivers local accounts' reactions. */
export const delivery: Subscriber = {
  record: {
    async 'reaction.added'(tx, { reactionId, ...given }) {
      const row = await tx.db
        .selectFrom('reaction')
        .select(['name', 'custom_emoji_id'])
        .where('id', '=', reactionId)
        .executeTakeFirst()
      if (row === undefined) return
      const { name, custom_emoji_id: customEmojiId } = row
      await send(tx, { ...given, reactionId, name, customEmojiId }, 'given')
    },
    'reaction.removed': (tx, removed) => send(tx, removed, 'taken back'),
  },
}

interface Given {
  reactionId: string
  statusId: string
  accountId: string
  name: string
  customEmojiId: string | null
}

/**
 * To the author, and for public and unlisted statuses also to the followers of the reacting
 * account, who see it, too.
 */
async function send(tx: Tx, given: Given, what: 'given' | 'taken back'): Promise<void> {
  const about = await tx.db
    .selectFrom('status')
    .innerJoin('account as author', 'author.id', 'status.account_id')
    .innerJoin('account', (join) => join.on('account.id', '=', given.accountId))
    .select([
      'status.uri',
      'status.visibility',
      'status.account_id',
      'author.uri as author_uri',
      'account.uri as actor_uri',
    ])
    .where('status.id', '=', given.statusId)
    .where('account.domain', 'is', null)
    .executeTakeFirst()
  if (about === undefined) return
  const forAll = isForAll(about)
  const followers = forAll ? await loadFollowerInboxes(tx.db, given.accountId) : []
  const inboxes = [...(await loadInboxes(tx.db, [about.account_id])), ...followers]
  if (inboxes.length === 0) return
  const activity: Document = {
    id: activityUri(about.actor_uri, 'reactions', given.reactionId),
    type: 'EmojiReact',
    actor: about.actor_uri,
    object: about.uri,
    content: given.customEmojiId === null ? given.name : `:${given.name.split('@')[0]}:`,
    to: [about.author_uri],
    ...(forAll ? { cc: [PUBLIC, followersUri(about.actor_uri)] } : {}),
    ...(await tagOf(tx, given.customEmojiId)),
  }
  await enqueueDelivery(tx, {
    senderId: given.accountId,
    activity: what === 'given' ? activity : undoOf(activity),
    inboxes: [...new Set(inboxes)],
    statusId: given.statusId,
  })
}

async function tagOf(tx: Tx, emojiId: string | null): Promise<Document> {
  if (emojiId === null) return {}
  const emoji = await tx.db
    .selectFrom('custom_emoji')
    .selectAll()
    .where('id', '=', emojiId)
    .executeTakeFirst()
  return emoji === undefined ? {} : { tag: [presentTag(tx.config, emoji)] }
}

function presentTag(
  config: Config,
  emoji: {
    id: string
    uri: string | null
    shortcode: string
    image_key: string
    image_remote_url: string | null
    updated_at: number
  },
): Document {
  return {
    id: emoji.uri ?? emojiUri(config, emoji.id),
    type: 'Emoji',
    name: `:${emoji.shortcode}:`,
    updated: isoTime(emoji.updated_at),
    icon: { type: 'Image', url: emoji.image_remote_url ?? fileUrl(config, emoji.image_key) },
  }
}
