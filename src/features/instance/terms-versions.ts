import type { Selectable } from 'kysely'
import { DAY } from '../../kernel/base/durations.ts'
import { isoDay } from '../../kernel/base/json.ts'
import type { CachedValue } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { TermsVersionTable } from './tables.ts'

export type TermsVersion = Selectable<TermsVersionTable>

export const dayOf = (at: number): number => Math.floor(at / DAY)
/** start of a day in UTC, ms since 1970 */
export const startOf = (day: number): number => day * DAY
export const dayText = (day: number): string => isoDay(startOf(day))

/** Effective days of the versions of the terms, ascending: `await app.cached.get(termsDays)`. */
export const termsDays: CachedValue<number[]> = {
  name: 'days of the terms',
  async load(db) {
    const rows = await db
      .selectFrom('terms_version')
      .select('effective_day')
      .orderBy('effective_day')
      .execute()
    return rows.map((row) => row.effective_day)
  },
}

/** The next effective day after a day, as ISO 8601; null if there is none. */
export function successorOf(days: readonly number[], day: number): string | null {
  const next = days.find((other) => other > day)
  return next === undefined ? null : dayText(next)
}

export async function findVersion(db: Db, day: number): Promise<TermsVersion | null> {
  const row = await db
    .selectFrom('terms_version')
    .selectAll()
    .where('effective_day', '=', day)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Stores the terms for an effective day, replacing an earlier version for that day.
 * @returns id of the version
 */
export async function storeVersion(tx: Tx, day: number, content: string): Promise<string> {
  const row = { id: tx.newId(), effective_day: day, content, notified_at: null, created_at: tx.now }
  const { id } = await tx.db
    .insertInto('terms_version')
    .values(row)
    .onConflict((conflict) => conflict.column('effective_day').doUpdateSet({ content }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
