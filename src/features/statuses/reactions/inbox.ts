import { documentOf, idOf, isOfType, textOf } from '../../../kernel/activitypub/as2.ts'
import type { InboxHandlers, Received } from '../../../kernel/activitypub/inbox.ts'
import { isOvertaken, rememberGone } from '../../../kernel/activitypub/tombstones.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type RemoteEmoji, readEmojis, saveRemoteEmojis } from '../../emojis/remote.ts'
import { domainPolicy, domainsOf } from '../../instance/domain-policy.ts'
import { isRefused } from '../federation/access-check.ts'
import { findOwnByAddress, findStatusByUri } from '../federation/queries.ts'
import { findCustomEmoji, type ReactionEmoji, unicodeEmoji } from './emoji.ts'
import { reactTo, unreactTo } from './react.ts'

/**
 * Remote reactions: EmojiReact, and Like with an emoji in it, as Misskey sends them.
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
  const { rejectsMedia } = await app.cached.get(domainPolicy)
  const brought = domainsOf(actor).some(rejectsMedia) ? [] : readEmojis(activity.document)
  return app.transact(async (tx) => {
    if (activity.id !== null && (await isOvertaken(tx, activity.id, actor.uri))) return true
    if (await isRefused(tx.db, actor.id, status)) return true
    const emoji = await keepEmoji(tx, received, brought)
    // without an emoji that can be shown, a Like is a plain favourite
    if (emoji === null) return activity.type !== 'Like'
    const named = activity.id === null ? {} : { uri: activity.id }
    await reactTo(tx, { accountId: actor.id, statusId: status.id, emoji, ...named })
    return true
  })
}

/** The emoji of an activity; a custom emoji is in its tags, or of a server known here. */
async function keepEmoji(
  tx: Tx,
  { activity, actor }: Received,
  brought: readonly RemoteEmoji[],
): Promise<ReactionEmoji | null> {
  const { content, _misskey_reaction } = activity.document
  const text = (textOf(content) ?? textOf(_misskey_reaction) ?? '').trim()
  const emoji = unicodeEmoji(text)
  if (emoji !== null) return { name: emoji, customEmojiId: null }
  const [shortcode = '', named] = text.replaceAll(':', '').split('@')
  const domain = named === undefined || named === '.' ? actor.domain : named.toLowerCase()
  const ours = domain === tx.config.domain || domain === tx.config.handleDomain
  if (ours) return findCustomEmoji(tx.db, shortcode, null)
  const meant = brought.filter((one) => one.shortcode === shortcode)
  // only an emoji's own server defines its picture
  if (meant.length > 0 && domain === actor.domain) await saveRemoteEmojis(tx, domain, meant)
  return findCustomEmoji(tx.db, shortcode, domain)
}

/** Undoes a reaction by its activity's id; an Undo that arrives first prevents the reaction. */
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
