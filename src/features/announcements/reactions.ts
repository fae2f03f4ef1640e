import { type RawBuilder, sql } from 'kysely'
import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { lockRow } from '../../kernel/db/expressions.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { localEmojis, presentEmoji } from '../emojis/emojis.ts'
import { findCustomEmoji, type ReactionEmoji, unicodeEmoji } from '../statuses/reactions/emoji.ts'

/** maximum of different emoji per announcement (S-521) */
const MOST_EMOJI = 8

/** https://docs.joinmastodon.org/entities/Reaction/ */
export interface ReactionEntity {
  name: string
  count: number
  /** absent without a viewer */
  me?: boolean
  /** absent for a Unicode emoji */
  url?: string
  static_url?: string
}

/**
 * The emoji of a reaction: Unicode, or the shortcode of a local custom emoji.
 * @throws ValidationFailed if there is no such emoji
 */
export async function readAnnouncementReaction(db: Db, text: string): Promise<ReactionEmoji> {
  const emoji = unicodeEmoji(text)
  if (emoji !== null) return { name: emoji, customEmojiId: null }
  const custom = await findCustomEmoji(db, text.replace(/^:|:$/g, ''), null)
  if (custom === null) throw new ValidationFailed('Name is not a recognized emoji')
  return custom
}

export interface Reacting {
  announcementId: string
  accountId: string
}

/**
 * @throws ValidationFailed if the account has this reaction already, or the announcement has too
 * many different emoji
 */
export async function reactToAnnouncement(
  tx: Tx,
  { announcementId, accountId, emoji }: Reacting & { emoji: ReactionEmoji },
): Promise<void> {
  await lockRow(tx.db, 'announcement', announcementId)
  const known = await tx.db
    .selectFrom('announcement_reaction')
    .select('name')
    .distinct()
    .where('announcement_id', '=', announcementId)
    .execute()
  if (known.length >= MOST_EMOJI && !known.some(({ name }) => name === emoji.name)) {
    throw new ValidationFailed('Limit of different reactions reached')
  }
  const added = await tx.db
    .insertInto('announcement_reaction')
    .values({
      id: tx.newId(),
      announcement_id: announcementId,
      account_id: accountId,
      name: emoji.name,
      custom_emoji_id: emoji.customEmojiId,
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added === undefined) throw new ValidationFailed('Name has already been taken')
  tx.emit({ type: 'announcement.reacted', announcementId, name: emoji.name })
}

/** @throws NotFound if the account does not have this reaction */
export async function unreactToAnnouncement(
  tx: Tx,
  { announcementId, accountId, name }: Reacting & { name: string },
): Promise<void> {
  const removed = await tx.db
    .deleteFrom('announcement_reaction')
    .where('announcement_id', '=', announcementId)
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .returning('id')
    .executeTakeFirst()
  if (removed === undefined) throw new NotFound()
  tx.emit({ type: 'announcement.reacted', announcementId, name })
}

/** The stored name of a reaction, also for a custom emoji that was removed since. */
export function reactionName(text: string): string {
  return unicodeEmoji(text) ?? text.replace(/^:|:$/g, '')
}

/**
 * The reactions to announcements, sorted by the first use of each emoji.
 * @returns by announcement; announcements without reactions are absent
 */
export async function loadAnnouncementReactions(
  app: Pick<App, 'db' | 'config' | 'cached'>,
  viewerId: string | null,
  ids: readonly string[],
): Promise<Map<string, ReactionEntity[]>> {
  if (ids.length === 0) return new Map()
  const rows = await countReactions(app.db, viewerId, ids)
  const emojis = await app.cached.get(localEmojis)
  const present = (row: (typeof rows)[number]): ReactionEntity => {
    const emoji = row.custom_emoji_id === null ? undefined : emojis.get(row.name)
    const shown = emoji && presentEmoji(app.config, emoji)
    return {
      name: row.name,
      count: Number(row.count),
      ...(viewerId === null ? {} : { me: Number(row.own) > 0 }),
      ...(shown && { url: shown.url, static_url: shown.static_url }),
    }
  }
  const grouped = Map.groupBy(rows, (row) => row.announcement_id)
  return new Map([...grouped].map(([id, some]) => [id, some.map(present)]))
}

async function countReactions(db: Db, viewerId: string | null, ids: readonly string[]) {
  const own: RawBuilder<number> =
    viewerId === null
      ? sql<number>`0`
      : sql<number>`sum(case when account_id = ${viewerId} then 1 else 0 end)`
  return db
    .selectFrom('announcement_reaction')
    .where(idIn(db, 'announcement_id', ids))
    .groupBy(['announcement_id', 'name'])
    .select((eb) => [
      'announcement_id',
      'name',
      eb.fn.max('custom_emoji_id').as('custom_emoji_id'),
      eb.fn.countAll<number>().as('count'),
      own.as('own'),
      eb.fn.min('id').as('first'),
    ])
    .orderBy('first')
    .execute()
}
