import type { Match } from './rule.ts'

/** The actions of matching live rules; shadow rules cause none. */
export interface Verdict {
  /** the first rule with this action */
  reject: Match | null
  hold: Match | null
  limit: boolean
  markSensitive: boolean
}

/** Rejection takes precedence over holding, and holding over the other actions, which all apply. */
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
