import { type SqlBool, sql } from 'kysely'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { idIn } from '../../kernel/db/id-in.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { follows, hiddenFrom } from '../relationships/predicates.ts'
import { isDiscoverable } from './discoverable.ts'
import { SOURCES, type SuggestionSource } from './suggestion-sources.ts'

/** maximum of suggestions per source */
const MOST_OF_SOURCE = 80

export interface Suggestion {
  accountId: string
  /** the reasons, most relevant first */
  sources: SuggestionSource[]
}

/**
 * Suggested accounts (S-357), best first, without accounts that the account follows or has
 * requested to follow, dismissed, or does not want to see.
 */
export async function loadSuggestions(
  app: Pick<App, 'cached' | 'clock' | 'config' | 'slowDb'>,
  viewerId: string,
): Promise<Suggestion[]> {
  const found = new Map<SuggestionSource, string[]>()
  for (const [name, find] of SOURCES) found.set(name, await find(app, viewerId))
  const candidates = [...new Set([...found.values()].flat())]
  const allowed = await suggestible(app.slowDb, candidates, viewerId, app.clock())
  const suggestions = new Map<string, Suggestion>()
  for (const [source, ids] of found) {
    for (const accountId of ids.filter((id) => allowed.has(id)).slice(0, MOST_OF_SOURCE)) {
      const suggestion = suggestions.get(accountId) ?? { accountId, sources: [] }
      suggestion.sources.push(source)
      suggestions.set(accountId, suggestion)
    }
  }
  return [...suggestions.values()]
}

const suggestibleAmong = prepared(
  (db, p: { ids: readonly string[]; viewerId: string; now: number }) => {
    const id = sql.ref<string>('account.id')
    const pair = (table: string) =>
      sql<SqlBool>`exists (select 1 from ${sql.table(table)} as own where own.account_id = ${p.viewerId} and own.target_id = ${id})`
    return db
      .selectFrom('account')
      .select('account.id')
      .where(idIn(db, 'account.id', p.ids))
      .where(isDiscoverable)
      .where(sql<SqlBool>`not account.memorial`)
      .where('account.id', '<>', p.viewerId)
      .where(sql<SqlBool>`not ${follows(p.viewerId, id)}`)
      .where(sql<SqlBool>`not ${pair('follow_request')}`)
      .where(sql<SqlBool>`not ${pair('dismissed_suggestion')}`)
      .where(sql<SqlBool>`not ${hiddenFrom(p.viewerId, id, p.now)}`)
  },
)

async function suggestible(
  db: Db,
  ids: readonly string[],
  viewerId: string,
  now: number,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await suggestibleAmong(db, { ids, viewerId, now })
  return new Set(rows.map((row) => row.id))
}

/** Excludes an account from future suggestions; does nothing if it does not exist. */
export async function dismissSuggestion(
  tx: Tx,
  accountId: string,
  targetId: string,
): Promise<void> {
  const known = await tx.db
    .selectFrom('account')
    .select('id')
    .where('id', '=', targetId)
    .executeTakeFirst()
  if (known === undefined) return
  await tx.db
    .insertInto('dismissed_suggestion')
    .values({ account_id: accountId, target_id: targetId })
    .onConflict((conflict) => conflict.columns(['account_id', 'target_id']).doNothing())
    .execute()
}
