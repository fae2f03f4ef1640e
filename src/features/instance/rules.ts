import type { CachedValue } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'

/** https://docs.joinmastodon.org/entities/Rule/ */
export interface RuleEntity {
  id: string
  text: string
  hint: string
  translations: Record<string, { text: string; hint: string }>
}

/** The rules in force in the operator's order (S-307): `await app.cached.get(rules)`. */
export const rules: CachedValue<RuleEntity[]> = { name: 'rules', load: loadRules }

export async function loadRules(db: Db): Promise<RuleEntity[]> {
  return db
    .selectFrom('rule')
    .select(['id', 'text', 'hint', 'translations'])
    .where('deleted_at', 'is', null)
    .orderBy('priority')
    .orderBy('id')
    .execute()
}

/**
 * Replaces the rules. A rule with unchanged text keeps its id and translations, so that reports
 * still reference it.
 */
export async function replaceRules(
  tx: Tx,
  wanted: readonly { text: string; hint: string }[],
): Promise<void> {
  const present = await loadRules(tx.db)
  for (const { id, text } of present) {
    if (wanted.some((rule) => rule.text === text)) continue
    await tx.db.updateTable('rule').set({ deleted_at: tx.now }).where('id', '=', id).execute()
  }
  for (const [priority, { text, hint }] of wanted.entries()) {
    const known = present.find((rule) => rule.text === text)
    if (known === undefined) await insertRule(tx, { text, hint, priority })
    else {
      await tx.db.updateTable('rule').set({ hint, priority }).where('id', '=', known.id).execute()
    }
  }
  tx.emit({ type: 'settings.changed' })
}

interface NewRule {
  text: string
  hint: string
  translations?: RuleEntity['translations']
  priority: number
}

/** @returns its id */
export async function insertRule(tx: Tx, { translations = {}, ...rule }: NewRule): Promise<string> {
  const id = tx.newId()
  const given = { ...rule, translations: JSON.stringify(translations) }
  const row = { ...given, id, deleted_at: null, created_at: tx.now }
  await tx.db.insertInto('rule').values(row).execute()
  return id
}
