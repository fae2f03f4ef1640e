import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'
import type { Schema } from '../db/schema.ts'
import { BEFORE_ALL_IDS, idAt } from '../ids.ts'
import { keptSince } from '../instance/retention.ts'
import type { JobHandlers } from '../jobs/handlers.ts'
import { neededByStaff } from './evidence.ts'
import { removeStatusRows } from './remove-rows.ts'

type Builder = ExpressionBuilder<Schema, 'status'>

const DAY = 86_400_000
/** statuses that are looked at together */
const ROWS_AT_ONCE = 500

/**
 * Lets go of old statuses of other servers that nobody here did anything with, where the operator does not
 * keep them for ever. They are still there where they came from, so nobody is told, and what their authors'
 * profiles count stays.
 */
export const jobs: JobHandlers = {
  'status.remove_untouched': {
    every: DAY,
    async run(app) {
      const before = await keptSince(app, 'retention.remote_statuses')
      if (before === null) return
      for (let after: string | null = BEFORE_ALL_IDS; after !== null; ) {
        const ids: string[] = await idsBetween(app.slowDb, after, idAt(before))
        const untouched = await untouchedOf(app.slowDb, ids, before)
        if (untouched.length > 0) {
          // asked again each time: somebody may just have done something
          await removeStatusRows(app, untouched, (db, some) => untouchedOf(db, some, before))
        }
        after = ids.length < ROWS_AT_ONCE ? null : ids.at(-1)!
      }
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

/** Those of the statuses that nobody here did anything with, and that came before some time. */
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

/** Whether somebody here did something with it, or it names somebody here. */
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
 * Whether its thread has statuses from here or young ones, or boosts or quotes are between it and such a
 * status: what these show must be there.
 *
 * @param youngest ids from this one on are young
 */
function isTiedToKept(eb: Builder, youngest: string) {
  const isKept = (kept: ExpressionBuilder<Schema & { kept: Schema['status'] }, 'kept'>) =>
    kept.or([kept('kept.local', '=', true), kept('kept.id', '>=', youngest)])
  const statuses = () => eb.selectFrom('status as kept').select('kept.id').where(isKept)
  const quotes = (column: 'status_id' | 'quoted_status_id') =>
    eb
      .selectFrom('quote')
      .innerJoin('status as kept', 'kept.id', `quote.${column}`)
      .select('kept.id')
      .where((kept) => isKept(kept as never))
  return eb.or([
    eb.exists(statuses().whereRef('kept.conversation_id', '=', 'status.conversation_id')),
    eb.exists(statuses().whereRef('kept.reblog_of_id', '=', 'status.id')),
    eb.exists(statuses().whereRef('kept.id', '=', 'status.reblog_of_id')),
    eb.exists(quotes('status_id').whereRef('quote.quoted_status_id', '=', 'status.id')),
    eb.exists(quotes('quoted_status_id').whereRef('quote.status_id', '=', 'status.id')),
  ])
}
