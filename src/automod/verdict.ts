import type { Match } from './rule.ts'

/** What live rules ask for; shadow ones ask for nothing. */
export interface Verdict {
  /** the first rule that asks for it */
  reject: Match | null
  hold: Match | null
  limit: boolean
  markSensitive: boolean
}

/** Refusing wins over holding, and holding over the rest, which all happen. */
export function verdictOf(matches: readonly Match[]): Verdict {
  const live = matches.filter(({ rule }) => rule.mode === 'live')
  const first = (action: Match['rule']['action']) =>
    live.find(({ rule }) => rule.action === action) ?? null
  return {
    reject: first('reject'),
    hold: first('hold'),
    limit: first('limit') !== null,
    markSensitive: first('mark_sensitive') !== null,
  }
}
