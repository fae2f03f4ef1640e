import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { Rendering } from '../../accounts/serializer.ts'
import { type Emoji, presentEmoji } from '../../emojis/emojis.ts'

/** https://docs-develop.pleroma.social/backend/development/API/differences_in_mastoapi_responses/ */
export interface ReactionEntity {
  /** an emoji, or a shortcode, followed by `@domain` if it is of another server */
  name: string
  count: number
  me: boolean
  /** null for a Unicode emoji */
  url: string | null
  static_url: string | null
}

/** maximum of different emoji shown on one status */
const MOST_SHOWN = 50

/**
 * The reactions to statuses, sorted by the first use of each emoji.
 * @returns by status; statuses without reactions are absent
 */
export async function loadReactions(
  app: Rendering,
  viewerId: string | null,
  statusIds: readonly string[],
): Promise<Map<string, ReactionEntity[]>> {
  if (statusIds.length === 0) return new Map()
  const rows = await countReactions(app.db, viewerId, statusIds)
  const emojis = await loadEmojis(
    app.db,
    rows.map((row) => row.custom_emoji_id).filter((id) => id !== null),
  )
  const present = (row: (typeof rows)[number]): ReactionEntity => {
    const emoji = emojis.get(row.custom_emoji_id ?? '')
    const shown = emoji === undefined ? null : presentEmoji(app.config, emoji)
    return {
      name: row.name,
      count: Number(row.count),
      me: Number(row.own) > 0,
      url: shown?.url ?? null,
      static_url: shown?.static_url ?? null,
    }
  }
  const byStatus = Map.groupBy(rows, (row) => row.status_id)
  return new Map([...byStatus].map(([id, some]) => [id, some.slice(0, MOST_SHOWN).map(present)]))
}

/** https://docs-develop.pleroma.social/backend/development/API/differences_in_mastoapi_responses/ */
export interface ReactionGiven {
  /** an emoji, or `:shortcode:` */
  emoji: string
  /** null for a Unicode emoji */
  emoji_url: string | null
}

/** The emoji of reactions as notifications show them, by the reaction's id. */
export async function loadReactionsGiven(
  { db, config }: Rendering,
  ids: readonly string[],
): Promise<Map<string, ReactionGiven>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('reaction')
    .select(['id', 'name', 'custom_emoji_id'])
    .where(idIn(db, 'id', ids))
    .execute()
  const emojis = await loadEmojis(
    db,
    rows.map((row) => row.custom_emoji_id).filter((id) => id !== null),
  )
  const present = (row: (typeof rows)[number]): ReactionGiven => {
    const emoji = emojis.get(row.custom_emoji_id ?? '')
    if (emoji === undefined) return { emoji: row.name, emoji_url: null }
    return { emoji: `:${row.name}:`, emoji_url: presentEmoji(config, emoji).url }
  }
  return new Map(rows.map((row) => [row.id, present(row)]))
}

async function countReactions(db: Db, viewerId: string | null, statusIds: readonly string[]) {
  const own: RawBuilder<number> =
    viewerId === null
      ? sql<number>`0`
      : sql<number>`sum(case when account_id = ${viewerId} then 1 else 0 end)`
  return db
    .selectFrom('reaction')
    .where(idIn(db, 'status_id', statusIds))
    .groupBy(['status_id', 'name'])
    .select((eb) => [
      'status_id',
      'name',
      eb.fn.max('custom_emoji_id').as('custom_emoji_id'),
      eb.fn.countAll<number>().as('count'),
      own.as('own'),
      eb.fn.min('id').as('first'),
    ])
    .orderBy('first')
    .execute()
}

async function loadEmojis(db: Db, ids: readonly string[]): Promise<Map<string, Emoji>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('custom_emoji')
    .selectAll()
    .where(idIn(db, 'id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
