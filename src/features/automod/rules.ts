import type { Selectable } from 'kysely'
import type { CachedValue } from '../../kernel/core/app.ts'
import type { Db } from '../../kernel/db/database.ts'
import { type CompiledRules, compileRules } from './compile.ts'
import type { Condition, Subject } from './fields.ts'
import type { Origin, Rule } from './rule.ts'
import type { AutomodRuleTable } from './tables.ts'

export type RuleRow = Selectable<AutomodRuleTable>

/** All enabled rules: `await app.cached.get(automodRules)`. */
export interface RuleSet {
  /** null: no rules for this combination, so no facts need to be loaded */
  for(subject: Subject, origin: Origin): CompiledRules | null
}

/** An empty rule set, for statuses and accounts that were reviewed already. */
export const NO_RULES: RuleSet = { for: () => null }

export const automodRules: CachedValue<RuleSet> = { name: 'automod rules', load: loadRules }

async function loadRules(db: Db): Promise<RuleSet> {
  const rows = await db
    .selectFrom('automod_rule')
    .selectAll()
    .where('enabled', '=', true)
    .orderBy('priority', 'desc')
    .orderBy('id')
    .execute()
  return createRuleSet(rows)
}

/** @param rows in order of precedence */
export function createRuleSet(rows: readonly RuleRow[]): RuleSet {
  const compiled = new Map<string, CompiledRules | null>()
  return {
    for(subject, origin) {
      const key = `${subject} ${origin}`
      const known = compiled.get(key)
      if (known !== undefined) return known
      const rules = rows.filter(
        (row) => row.applies_to === subject && (row.origin === 'any' || row.origin === origin),
      )
      const made = compileRules(rules.map(ruleOf))
      compiled.set(key, made)
      return made
    },
  }
}

export function ruleOf(row: Omit<RuleRow, 'created_at' | 'updated_at'>): Rule {
  const { id, name, mode, match, action } = row
  return { id, name, mode, match, action, conditions: row.conditions as unknown as Condition[] }
}
