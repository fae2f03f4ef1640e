import type { Selectable } from 'kysely'
import { idAt, timeOfId } from '../../../kernel/base/ids.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import { fetchPage, type Page } from '../../../kernel/db/pagination.ts'
import type { HeldItem } from '../../automod/held.ts'
import { MATCH_AGE } from '../../automod/matches.ts'
import type { RuleRow } from '../../automod/rules.ts'
import type { AutomodMatchTable } from '../../automod/tables.ts'

export type MatchRow = Selectable<AutomodMatchTable>

export function pageOfRules(db: Db, page: Page): Promise<RuleRow[]> {
  return fetchPage(db.selectFrom('automod_rule').selectAll(), 'automod_rule.id', page)
}

export function pageOfMatches(db: Db, ruleId: string | undefined, page: Page): Promise<MatchRow[]> {
  const query = db.selectFrom('automod_match').selectAll()
  const wanted = ruleId === undefined ? query : query.where('rule_id', '=', ruleId)
  return fetchPage(wanted, 'automod_match.id', page)
}

export function pageOfHeld(db: Db, page: Page): Promise<HeldItem[]> {
  return fetchPage(db.selectFrom('held_item').selectAll(), 'held_item.id', page)
}

/** Number of a rule's matches within 30 days. */
export interface MatchFigures {
  count: number
  /** ms since 1970 */
  lastAt: number
}

/** @param now ms since 1970 */
export async function countMatches(
  db: Db,
  ruleIds: readonly string[],
  now: number,
): Promise<Map<string, MatchFigures>> {
  const rows = await db
    .selectFrom('automod_match')
    .where(idIn(db, 'rule_id', ruleIds))
    .where('id', '>', idAt(now - MATCH_AGE))
    .groupBy('rule_id')
    .select((eb) => [
      'rule_id',
      eb.fn.countAll<number>().as('count'),
      eb.fn.max('id').as('last_id'),
    ])
    .execute()
  return new Map(
    rows.map(({ rule_id, count, last_id }) => [
      rule_id,
      { count: Number(count), lastAt: timeOfId(String(last_id)) },
    ]),
  )
}
