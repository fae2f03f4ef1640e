import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import { isLanguage } from '../../kernel/text/language.ts'
import { insertRule, loadRules, type RuleEntity } from './rules.ts'

/** Translations of a rule by language; `hint` may be empty. */
export type RuleTranslations = Record<string, { text: string; hint: string }>

export interface RuleInput {
  text: string
  hint: string
  translations: RuleTranslations
  /** counted from 0; beyond the last: at the end */
  position: number
}

/** Limits of a rule: characters, as in Mastodon, and number of rules. */
const MOST_TEXT = 300
const MOST_HINT = 1000
const MOST_RULES = 200

/**
 * Adds a rule, by default at the end.
 * @throws ValidationFailed
 */
export async function createRule(
  tx: Tx,
  input: Pick<RuleInput, 'text'> & Partial<RuleInput>,
): Promise<string> {
  const { text, hint = '', translations = {}, position = MOST_RULES } = input
  checkRule({ text, hint, translations })
  const present = await loadRules(tx.db)
  if (present.length >= MOST_RULES) {
    throw new ValidationFailed(`There may be no more than ${MOST_RULES} rules`)
  }
  const id = await insertRule(tx, { text, hint, translations, priority: present.length })
  await arrange(tx, id, position)
  tx.emit({ type: 'settings.changed' })
  return id
}

/**
 * Changes the given parts of a rule.
 *
 * @returns whether anything changed
 * @throws NotFound if there is no such rule in force
 * @throws ValidationFailed
 */
export async function updateRule(
  tx: Tx,
  id: string,
  { position, ...change }: Partial<RuleInput>,
): Promise<boolean> {
  const { text, hint, translations } = await getRule(tx.db, id)
  const before = { text, hint, translations }
  const after = { ...before, ...change }
  checkRule(after)
  const isNew = JSON.stringify(before) !== JSON.stringify(after)
  if (isNew) {
    const columns = { ...after, translations: JSON.stringify(after.translations) }
    await tx.db.updateTable('rule').set(columns).where('id', '=', id).execute()
  }
  const moved = position !== undefined && (await arrange(tx, id, position))
  if (isNew || moved) tx.emit({ type: 'settings.changed' })
  return isNew || moved
}

/**
 * Deletes a rule softly. Its row stays, as reports reference it.
 * @throws NotFound
 */
export async function deleteRule(tx: Tx, id: string): Promise<RuleEntity> {
  const rule = await getRule(tx.db, id)
  await tx.db.updateTable('rule').set({ deleted_at: tx.now }).where('id', '=', id).execute()
  tx.emit({ type: 'settings.changed' })
  return rule
}

/** @throws NotFound if no such rule is in force */
export async function getRule(db: Db, id: string): Promise<RuleEntity> {
  const rule = (await loadRules(db)).find((one) => one.id === id)
  if (rule === undefined) throw new NotFound()
  return rule
}

/**
 * Moves a rule to its position and renumbers the rules in force.
 * @returns whether their order changes
 */
async function arrange(tx: Tx, id: string, position: number): Promise<boolean> {
  const before = (await loadRules(tx.db)).map((rule) => rule.id)
  const after = before.filter((other) => other !== id)
  after.splice(Math.max(0, position), 0, id)
  if (after.every((one, at) => one === before[at])) return false
  for (const [priority, one] of after.entries()) {
    await tx.db.updateTable('rule').set({ priority }).where('id', '=', one).execute()
  }
  return true
}

function checkRule({ text, hint, translations }: Omit<RuleInput, 'position'>): void {
  checkTexts({ text, hint }, '')
  for (const [code, translation] of Object.entries(translations)) {
    if (!isLanguage(code)) throw new ValidationFailed(`"${code}" is no language code`)
    checkTexts(translation, ` (${code})`)
  }
}

function checkTexts({ text, hint }: { text: string; hint: string }, of: string): void {
  if (text.trim() === '') throw new ValidationFailed(`Text${of} can't be blank`)
  if ([...text].length > MOST_TEXT) {
    throw new ValidationFailed(`Text${of} is too long (maximum is ${MOST_TEXT} characters)`)
  }
  if ([...hint].length > MOST_HINT) {
    throw new ValidationFailed(`Hint${of} is too long (maximum is ${MOST_HINT} characters)`)
  }
}
