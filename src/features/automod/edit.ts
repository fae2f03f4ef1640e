import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { type CheckedRule, checkRule, type RuleInput } from './input.ts'
import type { RuleRow } from './rules.ts'

/** maximum of rules per server: matching each takes time */
const MOST_RULES = 200

/** @throws NotFound */
export async function getRule(db: Db, id: string): Promise<RuleRow> {
  const row = await db
    .selectFrom('automod_rule')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

/**
 * Creates a rule, which applies at once if it is enabled.
 * @returns its id
 * @throws ValidationFailed if it is invalid, or there are too many
 */
export async function createRule(tx: Tx, given: RuleInput): Promise<string> {
  const rule = checkRule(given)
  const { count } = await tx.db
    .selectFrom('automod_rule')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_RULES) throw new ValidationFailed(`There are ${MOST_RULES} rules already`)
  const id = tx.newId()
  await tx.db
    .insertInto('automod_rule')
    .values({ id, ...columnsOf(rule), created_at: tx.now, updated_at: tx.now })
    .execute()
  tx.emit({ type: 'settings.changed' })
  return id
}

/**
 * Changes a rule; missing parts stay unchanged.
 *
 * @returns names of the changed parts; empty: nothing was done
 * @throws NotFound
 * @throws ValidationFailed if the result is invalid
 */
export async function changeRule(
  tx: Tx,
  id: string,
  given: Partial<RuleInput>,
): Promise<(keyof RuleInput)[]> {
  const before = await getRule(tx.db, id)
  const rule = checkRule({ ...inputOf(before), ...given })
  const names = Object.keys(rule) as (keyof RuleInput)[]
  const changed = names.filter((name) => textOf(rule, name) !== textOf(before, name))
  if (changed.length === 0) return changed
  await tx.db
    .updateTable('automod_rule')
    .set({ ...columnsOf(rule), updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  tx.emit({ type: 'settings.changed' })
  return changed
}

/** @throws NotFound */
export async function deleteRule(tx: Tx, id: string): Promise<RuleRow> {
  const row = await getRule(tx.db, id)
  await tx.db.deleteFrom('automod_rule').where('id', '=', id).execute()
  tx.emit({ type: 'settings.changed' })
  return row
}

/** A comparable form of a part of a rule; databases may reorder the members of JSON. */
function textOf(rule: CheckedRule | RuleRow, name: keyof RuleInput): string {
  if (name !== 'conditions') return String(rule[name])
  const parts = rule.conditions.map(({ field, operator, value }) => [field, operator, value])
  return JSON.stringify(parts)
}

/** A stored rule in the form of an input. */
export function inputOf(row: RuleRow): RuleInput {
  const { name, enabled, mode, applies_to, origin, match, action, priority, conditions } = row
  return { name, enabled, mode, applies_to, origin, match, action, priority, conditions }
}

function columnsOf({ conditions, ...rule }: CheckedRule) {
  return { ...rule, conditions: JSON.stringify(conditions) }
}
