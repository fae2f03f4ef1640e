import type { Selectable } from 'kysely'
import type { CachedValue } from '../cached.ts'
import type { Db } from '../db/database.ts'
import type { TermsVersionTable } from '../db/schema.ts'
import { isoDay } from '../json.ts'
import type { Tx } from '../transact.ts'

export type TermsVersion = Selectable<TermsVersionTable>

const DAY = 86_400_000

export const dayOf = (at: number): number => Math.floor(at / DAY)
/** ms since 1970 of a day's beginning, in UTC */
export const startOf = (day: number): number => day * DAY
export const dayText = (day: number): string => isoDay(startOf(day))

/** Days from which versions of the terms count, ascending: `await app.cached.get(termsDays)`. */
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

/** The first day after another from which other terms count, as ISO 8601; null if none are to come. */
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
 * Keeps the terms that count from a day on, in place of those that were to count from then.
 * @returns id of the version
 */
export async function keepVersion(tx: Tx, day: number, content: string): Promise<string> {
  const row = { id: tx.newId(), effective_day: day, content, notified_at: null, created_at: tx.now }
  const { id } = await tx.db
    .insertInto('terms_version')
    .values(row)
    .onConflict((conflict) => conflict.column('effective_day').doUpdateSet({ content }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
