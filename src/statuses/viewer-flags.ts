import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { JsonText } from '../json.ts'
import type { IdOperand } from '../relationships/predicates.ts'

/** What one viewer has done with a status, as a sum of these. */
export const VIEWER_FLAGS = {
  favourited: 1,
  reblogged: 2,
  bookmarked: 4,
  pinned: 8,
  /** its conversation */
  muted: 16,
} as const
const ALL_FLAGS = 31

/**
 * The viewer's flags as a column of a query that has `status`. Each is one look into a covering
 * index, so a page asks for them in the query that it makes anyway.
 */
export function viewerFlags(viewerId: IdOperand): RawBuilder<number> {
  const own = (table: string, column: string, shown: string) =>
    sql<SqlBool>`exists (select 1 from ${sql.table(table)} as own where own.account_id = ${viewerId} and own.${sql.ref(column)} = ${sql.ref(shown)})`
  const reblogged = sql<SqlBool>`exists (select 1 from status as own where own.account_id = ${viewerId} and own.reblog_of_id = status.id and own.deleted_at is null)`
  const isPinned = own('status_pin', 'status_id', 'status.id')
  return sql<number>`(${flag(VIEWER_FLAGS.favourited, own('favourite', 'status_id', 'status.id'))}
    + ${flag(VIEWER_FLAGS.reblogged, reblogged)}
    + ${flag(VIEWER_FLAGS.bookmarked, own('bookmark', 'status_id', 'status.id'))}
    + ${flag(VIEWER_FLAGS.pinned, sql<SqlBool>`status.account_id = ${viewerId} and ${isPinned}`)}
    + ${flag(VIEWER_FLAGS.muted, own('conversation_mute', 'conversation_id', 'status.conversation_id'))})`
}

function flag(value: number, condition: Expression<SqlBool>) {
  return sql<number>`case when ${condition} then ${sql.lit(value)} else 0 end`
}

interface Shown {
  account_id: string
  visibility: string
}

/** The viewer's members of a status's JSON, from a leading comma on (S-015). */
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

/** by flags: there are few, and a page shows twenty */
function textsOf(pinnable: boolean): readonly string[] {
  const is = (flags: number, name: keyof typeof VIEWER_FLAGS) => (flags & VIEWER_FLAGS[name]) !== 0
  return Array.from({ length: ALL_FLAGS + 1 }, (_, flags) => {
    const members = {
      favourited: is(flags, 'favourited'),
      reblogged: is(flags, 'reblogged'),
      muted: is(flags, 'muted'),
      bookmarked: is(flags, 'bookmarked'),
      ...(pinnable ? { pinned: is(flags, 'pinned') } : {}),
      filtered: [],
    }
    return `,${JSON.stringify(members).slice(1, -1)}` as JsonText
  })
}
