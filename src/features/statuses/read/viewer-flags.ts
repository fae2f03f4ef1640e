import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { JsonText } from '../../../kernel/base/json.ts'
import { existsForRow } from '../../../kernel/db/expressions.ts'
import type { IdOperand } from '../../relationships/predicates.ts'

/** Bits for a viewer's interactions with a status. */
export const VIEWER_FLAGS = {
  favourited: 1,
  reblogged: 2,
  bookmarked: 4,
  pinned: 8,
  /** the status's conversation */
  muted: 16,
} as const
const ALL_FLAGS = 31

/**
 * The viewer's flags as a column of a query that has `status`. Each flag is one lookup in a
 * covering index, so list queries select this column themselves. A table in which the viewer has no
 * row at all costs one lookup a page.
 */
export function viewerFlags(viewerId: IdOperand): RawBuilder<number> {
  const own = sql<SqlBool>`own.account_id = ${viewerId}`
  const did = (table: string, which: RawBuilder<SqlBool>) => {
    const rows = sql`select 1 from ${sql.table(table)} as own where ${own}`
    return sql<SqlBool>`exists (${rows}) and ${existsForRow(sql`${rows} and ${which}`)}`
  }
  const onStatus = sql<SqlBool>`own.status_id = status.id`
  const onThread = sql<SqlBool>`own.conversation_id = status.conversation_id`
  const reblogs = sql`select 1 from status as own where ${own} and own.deleted_at is null`
  const reblogged = sql<SqlBool>`exists (${reblogs} and own.reblog_of_id is not null) and ${existsForRow(sql`${reblogs} and own.reblog_of_id = status.id`)}`
  const pinned = sql<SqlBool>`status.account_id = ${viewerId} and ${did('status_pin', onStatus)}`
  return sql<number>`(${flag(VIEWER_FLAGS.favourited, did('favourite', onStatus))}
    + ${flag(VIEWER_FLAGS.reblogged, reblogged)}
    + ${flag(VIEWER_FLAGS.bookmarked, did('bookmark', onStatus))}
    + ${flag(VIEWER_FLAGS.pinned, pinned)}
    + ${flag(VIEWER_FLAGS.muted, did('conversation_mute', onThread))})`
}

function flag(value: number, condition: Expression<SqlBool>) {
  return sql<number>`case when ${condition} then ${sql.lit(value)} else 0 end`
}

interface Shown {
  account_id: string
  visibility: string
}

/** The viewer's members of a status's JSON, starting with a comma (S-015). */
export function presentViewerFlags(
  viewerId: string,
  { account_id, visibility }: Shown,
  flags: number,
  isReblog: boolean,
): string {
  const pinnable = account_id === viewerId && visibility !== 'direct' && !isReblog
  return (pinnable ? PINNABLE_TEXTS : TEXTS)[flags]!
}

const TEXTS = textsOf(false)
const PINNABLE_TEXTS = textsOf(true)

/** indexed by flags: there are few values, and a page needs twenty */
function textsOf(pinnable: boolean): readonly string[] {
  const is = (flags: number, name: keyof typeof VIEWER_FLAGS) => (flags & VIEWER_FLAGS[name]) !== 0
  return Array.from({ length: ALL_FLAGS + 1 }, (_, flags) => {
    const members = {
      favourited: is(flags, 'favourited'),
      reblogged: is(flags, 'reblogged'),
      muted: is(flags, 'muted'),
      bookmarked: is(flags, 'bookmarked'),
      ...(pinnable ? { pinned: is(flags, 'pinned') } : {}),
    }
    return `,${JSON.stringify(members).slice(1, -1)}` as JsonText
  })
}
