import type { ExpressionBuilder } from 'kysely'
import { HOUR } from '../../kernel/base/durations.ts'
import { idAt } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import type { Schema } from '../../kernel/db/schema.ts'
import { isThere } from '../statuses/read/visibility.ts'
import { statusScore } from './scoring.ts'

/**
 * maximum of newest favourites and newest statuses that are read for interactions since the last
 * run
 */
const MOST_SCANNED = 20_000
const MOST_KEPT = 500

type Builder = ExpressionBuilder<Schema, 'status' | 'account'>

/**
 * Whether a status may trend at all: public, no reply, not sensitive, and by a discoverable author
 * who is not limited.
 */
export function isTrendable(eb: Builder) {
  return eb.and([
    isThere(eb),
    eb('status.visibility', '=', 'public'),
    eb('status.reblog_of_id', 'is', null),
    eb('status.in_reply_to_id', 'is', null),
    eb('status.sensitive', '=', false),
    eb('status.spoiler_text', '=', ''),
    eb('account.discoverable', '=', true),
    eb('account.silenced_at', 'is', null),
    eb('account.sensitized_at', 'is', null),
  ])
}

/**
 * Recomputes the scores of statuses favourited or reblogged in the last hour, and of trending ones.
 */
export async function scoreStatuses(app: App, threshold: number): Promise<void> {
  const { slowDb } = app
  const now = app.clock()
  const known = await slowDb.selectFrom('trend_status').select('status_id').execute()
  const marked = await markedSince(slowDb, idAt(now - HOUR))
  const ids = [...new Set([...known.map((row) => row.status_id), ...marked])]
  const rows = await marksOf(slowDb, ids, threshold)
  const scored = rows
    .map((row) => ({ ...row, score: statusScore(row.marks, now - row.created_at, threshold) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  await app.transact((tx) => replaceScores(tx, bestOfEach(scored).slice(0, MOST_KEPT)))
}

async function markedSince(db: Db, start: string): Promise<string[]> {
  const favourites = await db
    .selectFrom('favourite')
    .select('status_id')
    .where('id', '>', start)
    .orderBy('id', 'desc')
    .limit(MOST_SCANNED)
    .execute()
  const latest = db
    .selectFrom('status')
    .select('reblog_of_id')
    .where('id', '>', start)
    .orderBy('id', 'desc')
    .limit(MOST_SCANNED)
  const reblogs = await db
    .selectFrom(latest.as('latest'))
    .select('reblog_of_id')
    .distinct()
    .where('reblog_of_id', 'is not', null)
    .execute()
  return [
    ...favourites.map((row) => row.status_id),
    ...reblogs.map((row) => row.reblog_of_id).filter((id) => id !== null),
  ]
}

function marksOf(db: Db, ids: readonly string[], threshold: number) {
  return db
    .selectFrom('status')
    .innerJoin('account', 'account.id', 'status.account_id')
    .innerJoin('status_stats', 'status_stats.status_id', 'status.id')
    .leftJoin('status_review', 'status_review.status_id', 'status.id')
    .select(['status.id', 'status.account_id', 'status.created_at'])
    .select('status_review.trendable')
    .select((eb) =>
      eb('status_stats.favourites_count', '+', eb.ref('status_stats.reblogs_count')).as('marks'),
    )
    .where(idIn(db, 'status.id', ids))
    .where((eb) => isTrendable(eb as unknown as Builder))
    .where(
      (eb) => eb('status_stats.favourites_count', '+', eb.ref('status_stats.reblogs_count')),
      '>=',
      threshold,
    )
    .execute() as Promise<Marked[]>
}

interface Marked {
  id: string
  account_id: string
  created_at: number
  marks: number
  trendable: boolean | null
}

/**
 * One status per author, so that no author fills the list; rejected statuses do not take a place.
 */
function bestOfEach<Row extends Marked>(scored: readonly Row[]): Row[] {
  const authors = new Set<string>()
  return scored.filter(({ account_id, trendable }) => {
    if (trendable === false) return true
    const first = !authors.has(account_id)
    authors.add(account_id)
    return first
  })
}

/** Some may have been removed since they were read. */
async function replaceScores(
  tx: Tx,
  scored: readonly { id: string; score: number }[],
): Promise<void> {
  await tx.db.deleteFrom('trend_status').execute()
  const there = await tx.db
    .selectFrom('status')
    .select('id')
    .where(
      idIn(
        tx.db,
        'id',
        scored.map(({ id }) => id),
      ),
    )
    .execute()
  const ids = new Set(there.map(({ id }) => id))
  const rows = scored.filter(({ id }) => ids.has(id))
  if (rows.length === 0) return
  await tx.db
    .insertInto('trend_status')
    .values(rows.map(({ id, score }) => ({ status_id: id, score })))
    .execute()
}
