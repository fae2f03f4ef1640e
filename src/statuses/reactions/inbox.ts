import { documentOf, idOf, isOfType, textOf } from '../../activitypub/as2.ts'
import type { InboxHandlers, Received } from '../../activitypub/inbox.ts'
import { isOvertaken, rememberGone } from '../../activitypub/tombstones.ts'
import type { App } from '../../app.ts'
import type { Db } from '../../db/database.ts'
import { readEmojis, saveRemoteEmojis } from '../../emojis/remote.ts'
import type { Tx } from '../../transact.ts'
import { findOwnByAddress, findStatusByUri } from '../federation/stored.ts'
import { isRefused } from '../federation/visible.ts'
import { findCustomEmoji, type ReactionEmoji, unicodeEmoji } from './emoji.ts'
import { reactTo, unreactTo } from './react.ts'

/**
 * Reactions of others: EmojiReact, and Like with an emoji in it, as Misskey has them.
 * @see https://codeberg.org/fediverse/fep/src/branch/main/fep/c0e0/fep-c0e0.md
 */
export const inbox: InboxHandlers = {
  EmojiReact: receiveReaction,
  async Like(app, received) {
    const { content, _misskey_reaction } = received.activity.document
    const isReaction = textOf(content) !== null || textOf(_misskey_reaction) !== null
    return isReaction && receiveReaction(app, received)
  },
  Undo: undoReaction,
}

async function receiveReaction(app: App, received: Received): Promise<boolean> {
  const { activity, actor } = received
  const uri = idOf(activity.object)
  const status =
    uri === null
      ? null
      : ((await findStatusByUri(app.db, uri)) ?? (await findOwnByAddress(app.db, app.config, uri)))
  if (status === null) return true
  return app.transact(async (tx) => {
    if (activity.id !== null && (await isOvertaken(tx, activity.id, actor.uri))) return true
    if (await isRefused(tx.db, actor.id, status)) return true
    const emoji = await keepEmoji(tx, received)
    // what is no emoji that can be shown is a plain favourite
    if (emoji === null) return activity.type !== 'Like'
    const named = activity.id === null ? {} : { uri: activity.id }
    await reactTo(tx, { accountId: actor.id, statusId: status.id, emoji, ...named })
    return true
  })
}

/** The emoji of an activity; a custom one comes along in its tags, or is of a server known here. */
async function keepEmoji(tx: Tx, { activity, actor }: Received): Promise<ReactionEmoji | null> {
  const { content, _misskey_reaction } = activity.document
  const text = (textOf(content) ?? textOf(_misskey_reaction) ?? '').trim()
  const emoji = unicodeEmoji(text)
  if (emoji !== null) return { name: emoji, customEmojiId: null }
  const [shortcode = '', named] = text.replaceAll(':', '').split('@')
  const domain = named === undefined || named === '.' ? actor.domain : named.toLowerCase()
  const ours = domain === tx.config.domain || domain === tx.config.handleDomain
  if (ours) return findCustomEmoji(tx.db, shortcode, null)
  const brought = readEmojis(activity.document).filter((one) => one.shortcode === shortcode)
  // only its own server says what an emoji of a name looks like
  if (brought.length > 0 && domain === actor.domain) await saveRemoteEmojis(tx, domain, brought)
  return findCustomEmoji(tx.db, shortcode, domain)
}

/** Takes a reaction back by its activity's id; one that comes first keeps it from counting. */
async function undoReaction(app: App, { activity, actor }: Received): Promise<boolean> {
  const object = documentOf(activity.object)
  if (object !== null && !isOfType(object, ['EmojiReact', 'Like'])) return false
  const uri = idOf(activity.object)
  if (uri === null) return false
  return app.transact(async (tx) => {
    const reaction = await findReaction(tx.db, actor.id, uri)
    const isReact = object !== null && isOfType(object, ['EmojiReact'])
    if (reaction !== null || isReact) await rememberGone(tx, uri, actor.uri)
    if (reaction === null) return isReact
    await unreactTo(tx, {
      accountId: actor.id,
      statusId: reaction.status_id,
      name: reaction.name,
    })
    return true
  })
}

async function findReaction(db: Db, accountId: string, uri: string) {
  const row = await db
    .selectFrom('reaction')
    .select(['status_id', 'name'])
    .where('uri', '=', uri)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? null
}
