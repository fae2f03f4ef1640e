import type { App } from '../../kernel/core/app.ts'
import type { Subscriber } from '../../kernel/core/subscriber.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Facts } from '../automod/fields.ts'
import { noteMatches } from '../automod/matches.ts'
import type { Match, Origin } from '../automod/rule.ts'
import { automodRules, type RuleSet } from '../automod/rules.ts'
import { type Verdict, verdictOf } from '../automod/verdict.ts'
import { loadAuthorFacts } from './author-facts.ts'

/** The rules' verdict on an account. */
export interface ScreenedAccount extends Verdict {
  matches: readonly Match[]
  label: string
}

/** @returns null if no rule matches an account that is about to be created */
export function screenNewAccount(
  rules: RuleSet,
  origin: Origin,
  label: string,
  facts: Facts,
): ScreenedAccount | null {
  const matches = rules.for('accounts', origin)?.evaluate(facts) ?? []
  return matches.length === 0 ? null : { ...verdictOf(matches), matches, label }
}

/**
 * Applies the rules' verdict to a stored account and stores the matches. A stored account cannot be
 * rejected: it is limited instead.
 */
export async function applyToAccount(
  tx: Tx,
  accountId: string,
  screened: ScreenedAccount,
): Promise<void> {
  const { matches, label } = screened
  await noteMatches(tx, matches, { subject: 'accounts', accountId, label, statusId: null })
  const limited = screened.limit || screened.reject !== null
  if (limited && (await limit(tx, accountId, 'silenced_at'))) {
    tx.emit({ type: 'account.updated', accountId })
  }
  if (screened.markSensitive && (await limit(tx, accountId, 'sensitized_at'))) {
    tx.emit({ type: 'account.sensitized', accountId })
  }
}

async function limit(
  tx: Tx,
  accountId: string,
  column: 'silenced_at' | 'sensitized_at',
): Promise<boolean> {
  const changed = await tx.db
    .updateTable('account')
    .set((eb) => ({ [column]: tx.now, version: eb('version', '+', 1) }))
    .where('id', '=', accountId)
    .where(column, 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/**
 * Profile changes, local and remote, are matched again: otherwise forbidden content could be added
 * later.
 */
export const subscriber: Subscriber = {
  announce: { 'account.updated': (app, { accountId }) => screenAgain(app, accountId) },
}

async function screenAgain(app: App, accountId: string): Promise<void> {
  const rules = await app.cached.get(automodRules)
  const sets = { local: rules.for('accounts', 'local'), remote: rules.for('accounts', 'remote') }
  if (sets.local === null && sets.remote === null) return
  await app.transact(async (tx) => {
    const account = await tx.db
      .selectFrom('account')
      .select('domain')
      .where('id', '=', accountId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const author = account === undefined ? null : await loadAuthorFacts(tx, accountId)
    if (account === undefined || author === null || author.exempt) return
    const found = sets[account.domain === null ? 'local' : 'remote']?.evaluate(author.facts) ?? []
    const matches = await newOnes(tx, accountId, found)
    if (matches.length === 0) return
    const { label } = author
    await applyToAccount(tx, accountId, { ...verdictOf(matches), matches, label })
  })
}

/**
 * A rule acts on an account once: staff can undo it, and later changes of the account do not repeat
 * it.
 */
async function newOnes(
  tx: Tx,
  accountId: string,
  matches: readonly Match[],
): Promise<readonly Match[]> {
  if (matches.length === 0) return matches
  const before = await tx.db
    .selectFrom('automod_match')
    .select('rule_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('status_id', 'is', null)
    .execute()
  const known = new Set(before.map(({ rule_id }) => rule_id))
  return matches.filter(({ rule }) => !known.has(rule.id))
}
