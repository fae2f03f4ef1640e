import { limitedTo } from '../../../kernel/core/audience-rules.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { idIn } from '../../../kernel/db/id-in.ts'
import type { Visibility } from '../../../kernel/db/schema.ts'
import { loadAuthorFacts } from '../../accounts/author-facts.ts'
import { type About, noteMatches, RefusedByRule } from '../../automod/matches.ts'
import type { Match, Origin } from '../../automod/rule.ts'
import { type Verdict, verdictOf } from '../../automod/verdict.ts'
import { type Said, statusFacts } from './facts.ts'
import type { Screening } from './screening.ts'

/** The rules' verdict on a status. */
export interface Screened extends Verdict {
  matches: readonly Match[]
  about: Omit<About, 'statusId'>
}

/** @returns null if no rule matches; without rules there is no cost */
export async function screenStatus(
  tx: Tx,
  { rules }: Screening,
  { accountId, origin }: { accountId: string; origin: Origin },
  saying: () => Said | Promise<Said>,
): Promise<Screened | null> {
  const compiled = rules.for('statuses', origin)
  if (compiled === null) return null
  const author = await loadAuthorFacts(tx, accountId)
  if (author === null || author.exempt) return null
  const said = await saying()
  const strangers = compiled.asks.has('strangers_mentioned')
    ? await countStrangers(tx, accountId, said)
    : undefined
  const matches = compiled.evaluate({ ...author.facts, ...statusFacts(said, strangers) })
  if (matches.length === 0) return null
  const about = { subject: 'statuses' as const, accountId, label: author.label }
  return { ...verdictOf(matches), matches, about }
}

/** Unknown accounts follow nobody here; the author's self-mention is not a stranger. */
async function countStrangers(tx: Tx, accountId: string, said: Said): Promise<number> {
  if (said.mentions === 0) return 0
  const known = said.mentionedIds.filter((id) => id !== accountId)
  const { count } = await tx.db
    .selectFrom('follow')
    .where('target_id', '=', accountId)
    .where(idIn(tx.db, 'account_id', known))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const itself = said.mentionedIds.length - known.length
  return Math.max(0, said.mentions - itself - count)
}

/** @throws RefusedByRule if a rule rejects it */
export function refuse(screened: Screened | null): void {
  if (screened !== null && screened.reject !== null) throw refusal(screened)
}

export function refusal({ matches, about }: Screened): RefusedByRule {
  return new RefusedByRule(matches, { ...about, statusId: null })
}

/** Stores the matches. @param statusId null: the status was not stored */
export async function noteScreened(
  tx: Tx,
  screened: Screened | null,
  statusId: string | null,
): Promise<void> {
  if (screened !== null) await noteMatches(tx, screened.matches, { ...screened.about, statusId })
}

/** A limited status does not appear in public timelines. */
export function limited(screened: Screened | null, visibility: Visibility): Visibility {
  return limitedTo(visibility, screened?.limit === true)
}
