import { type RawBuilder, sql } from 'kysely'
import { BEFORE_ALL_IDS } from '../../../kernel/base/ids.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idValue } from '../../../kernel/db/expressions.ts'

interface Most {
  descendants: number
  depth: number
}

/**
 * Ids of replies below a status, as a relation to which `cross join` adds the rows. Each leads to the first reply to it and
 * to the next one beside it, so no more are read than the limit allows, however many there are. Includes deleted
 * replies: they connect their own replies to the thread. Each reply answers one status, so a circle of replies is one
 * through the root, which therefore comes no second time (A113).
 */
export function repliesBelow(db: Db, statusId: string, most: Most): RawBuilder<{ id: string }> {
  const root = idValue(db, statusId)
  const firstReply = firstReplyBelow(root)
  return sql<{ id: string }>`(
    with recursive below (id, parent, depth) as (
      select (${firstReply(root, BEFORE_ALL_IDS)}), ${root}, 1
      union all
      select
        case when step.down then (${firstReply(sql.ref('below.id'), BEFORE_ALL_IDS)})
          else (${firstReply(sql.ref('below.parent'), sql.ref('below.id'))}) end,
        case when step.down then below.id else below.parent end,
        case when step.down then below.depth + 1 else below.depth end
      from below cross join (select 1 = 1 as down union all select 1 = 0) as step
      where below.id is not null and (not step.down or below.depth < ${sql.lit(most.depth)})
    )
    select id from below where id is not null limit ${sql.lit(most.descendants)})`
}

/** The id of the first reply to a status after one, in a subquery. */
function firstReplyBelow(root: RawBuilder<unknown>) {
  return (to: RawBuilder<unknown>, after: unknown): RawBuilder<unknown> =>
    sql`select reply.id from status as reply where reply.in_reply_to_id = ${to}
      and reply.id > ${after} and reply.id <> ${root} order by reply.id limit 1`
}
