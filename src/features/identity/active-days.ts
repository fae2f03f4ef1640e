import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'

/** days in one row of `user_activity`: the bits of an integer in both databases */
const BLOCK = 31

/** Days (ms / 86400000), both ends included. */
export interface DaySpan {
  from: number
  to: number
}

/** Records that a user was active on a day; doing it again changes nothing. */
export async function markActiveDay(tx: Tx, userId: string, day: number): Promise<void> {
  const bit = 1 << (day % BLOCK)
  await tx.db
    .insertInto('user_activity')
    .values({ user_id: userId, block: Math.floor(day / BLOCK), days: bit })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'block'])
        .doUpdateSet({ days: sql`user_activity.days | ${sql.lit(bit)}` }),
    )
    .execute()
}

/** Number of active users on each day of a span; days without any are absent. */
export async function activeByDay(db: Db, { from, to }: DaySpan): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('user_activity')
    .select(['block', 'days'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('block', '>=', Math.floor(from / BLOCK))
    .where('block', '<=', Math.floor(to / BLOCK))
    .groupBy(['block', 'days'])
    .execute()
  const counts = new Map<number, number>()
  for (const { block, days, count } of rows) {
    for (const day of daysOf(block, days)) {
      if (day >= from && day <= to) counts.set(day, (counts.get(day) ?? 0) + count)
    }
  }
  return counts
}

function daysOf(block: number, days: number): number[] {
  const all = Array.from({ length: BLOCK }, (_, at) => at)
  return all.filter((at) => (days & (1 << at)) !== 0).map((at) => block * BLOCK + at)
}

/** Whether a row of `user_activity` has an active day in a span. */
export function activeWithin({ from, to }: DaySpan): RawBuilder<boolean> {
  const [first, last] = [Math.floor(from / BLOCK), Math.floor(to / BLOCK)]
  const blocks = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const matches = blocks.map((block) => {
    const start = Math.max(from - block * BLOCK, 0)
    const end = Math.min(to - block * BLOCK, BLOCK - 1)
    let mask = 0
    for (let at = start; at <= end; at++) mask |= 1 << at
    return sql`(user_activity.block = ${sql.lit(block)} and user_activity.days & ${sql.lit(mask)} <> 0)`
  })
  return sql<boolean>`(${sql.join(matches, sql` or `)})`
}
