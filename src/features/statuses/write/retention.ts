import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { DAY } from '../../../kernel/base/durations.ts'
import { BEFORE_ALL_IDS, idAt } from '../../../kernel/base/ids.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { Schema } from '../../../kernel/db/schema.ts'
import type { JobHandlers } from '../../../kernel/jobs/handlers.ts'
import { createProgress } from '../../../kernel/jobs/progress.ts'
import { keptSince } from '../../instance/retention.ts'
import { neededByStaff } from './evidence.ts'
import { removeStatusRows } from './remove-rows.ts'

type Builder = ExpressionBuilder<Schema, 'status'>

const REMOVE_UNTOUCHED = 'status.remove_untouched'
/** statuses that one query examines */
const ROWS_AT_ONCE = 500

/**
 * Removes old remote statuses without local interactions, unless the operator keeps them for ever.
 * Their origin server still has them, so nothing is federated, and the status counts of their
 * authors stay.
 */
export const jobs: JobHandlers = {
  [REMOVE_UNTOUCHED]: {
    every: DAY,
    async run(app) {
      const before = await keptSince(app, 'retention.remote_statuses')
      if (before === null) return
      const progress = createProgress(app, REMOVE_UNTOUCHED, {})
      for (let after: string | null = BEFORE_ALL_IDS; after !== null; ) {
        const ids: string[] = await idsBetween(app.slowDb, after, idAt(before))
        const untouched = await untouchedOf(app.slowDb, ids, before)
        if (untouched.length > 0) {
          // checked again in each transaction: an account may have interacted with it meanwhile
          await removeStatusRows(app, untouched, (db, some) => untouchedOf(db, some, before))
        }
        progress.add(ids.length)
        after = ids.length < ROWS_AT_ONCE ? null : ids.at(-1)!
      }
      progress.end()
    },
  },
}

async function idsBetween(db: Db, after: string, below: string): Promise<string[]> {
  const rows = await db
    .selectFrom('status')
    .select('id')
    .where('id', '>', after)
    .where('id', '<', below)
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

/** The statuses among these that have no local interaction and are older than `before`. */
async function untouchedOf(db: Db, ids: readonly string[], before: number): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('status')
    .select('status.id')
    .where(idIn(db, 'status.id', ids))
    .where('status.local', '=', false)
    .where((eb) => eb.or([eb('refreshed_at', 'is', null), eb('refreshed_at', '<', before)]))
    .where((eb) =>
      eb.not(eb.or([markedHere(eb), isTiedToKept(eb, idAt(before)), neededByStaff(eb)])),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether a local account has interacted with it, or it mentions a local account. */
function markedHere(eb: Builder) {
  const marks = (['favourite', 'reaction', 'mention', 'bookmark'] as const).map((table) =>
    eb.exists(
      eb
        .selectFrom(table)
        .innerJoin('account as marker', 'marker.id', `${table}.account_id`)
        .select('marker.id')
        .whereRef(`${table}.status_id`, '=', 'status.id')
        .where('marker.domain', 'is', null),
    ),
  )
  const votes = eb.exists(
    eb
      .selectFrom('poll_vote')
      .innerJoin('account as voter', 'voter.id', 'poll_vote.account_id')
      .select('voter.id')
      .whereRef('poll_vote.poll_id', '=', 'status.poll_id')
      .where('voter.domain', 'is', null),
  )
  const named = (['filter_status', 'status_pin'] as const).map((table) =>
    eb.exists(
      eb
        .selectFrom(table)
        .select(sql.lit(1).as('one'))
        .whereRef(`${table}.status_id`, '=', 'status.id'),
    ),
  )
  return eb.or([...marks, votes, ...named])
}

/**
 * Whether its thread has a local or a recent status, or a reblog or quote connects it to such a
 * status, which needs it for rendering.
 *
 * @param youngest ids from this one on are recent
 */
function isTiedToKept(eb: Builder, youngest: string) {
  // bare, as in the indexes of local statuses: a conversation or reblogs may be very many remote ones
  const isLocal = sql<SqlBool>`kept.local`
  const isKept = (kept: ExpressionBuilder<Schema & { kept: Schema['status'] }, 'kept'>) =>
    kept.or([isLocal, kept('kept.id', '>=', youngest)])
  const kept = () => eb.selectFrom('status as kept').select('kept.id')
  const relatedBy = (column: 'conversation_id' | 'reblog_of_id', to: 'conversation_id' | 'id') => {
    const related = () => kept().whereRef(`kept.${column}`, '=', `status.${to}`)
    return [
      eb.exists(related().where(isLocal)),
      eb.exists(related().where('kept.id', '>=', youngest)),
    ]
  }
  const quotes = (column: 'status_id' | 'quoted_status_id') =>
    eb
      .selectFrom('quote')
      .innerJoin('status as kept', 'kept.id', `quote.${column}`)
      .select('kept.id')
      .where((kept) => isKept(kept as never))
  return eb.or([
    ...relatedBy('conversation_id', 'conversation_id'),
    ...relatedBy('reblog_of_id', 'id'),
    eb.exists(kept().where(isKept).whereRef('kept.id', '=', 'status.reblog_of_id')),
    eb.exists(quotes('status_id').whereRef('quote.quoted_status_id', '=', 'status.id')),
    eb.exists(quotes('quoted_status_id').whereRef('quote.status_id', '=', 'status.id')),
  ])
}
