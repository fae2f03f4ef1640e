import { type Signal, useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import type { Account, Collection, Report, Rule, Status } from '../../../shared/entities/api.ts'
import { language } from '../../../shared/i18n.ts'

/** `dislike` is no matter for the staff: the person is shown what they can do themselves. */
export type Reason = 'dislike' | 'spam' | 'violation' | 'legal' | 'other'

export interface About {
  account: Account
  statuses?: readonly Status[]
  collections?: readonly Collection[]
}

/** A report in progress. */
export interface Draft {
  reason: Signal<Reason | ''>
  ruleIds: Signal<ReadonlySet<string>>
  statusIds: Signal<ReadonlySet<string>>
  comment: Signal<string>
  forward: Signal<boolean>
}

/** characters that the server takes */
export const COMMENT_LIMIT = 1000

export function useDraft({ statuses = [] }: About): Draft {
  return {
    reason: useSignal<Reason | ''>(''),
    ruleIds: useSignal<ReadonlySet<string>>(new Set()),
    statusIds: useSignal<ReadonlySet<string>>(new Set(statuses.map(({ id }) => id))),
    comment: useSignal(''),
    forward: useSignal(false),
  }
}

export function sendReport({ account, collections = [] }: About, draft: Draft): Promise<Report> {
  const reason = draft.reason.value
  return api.post<Report>('/api/v1/reports', {
    account_id: account.id,
    category: reason === 'dislike' || reason === '' ? 'other' : reason,
    rule_ids: reason === 'violation' ? [...draft.ruleIds.value] : [],
    status_ids: [...draft.statusIds.value],
    collection_ids: collections.map(({ id }) => id),
    comment: draft.comment.value.trim(),
    forward: draft.forward.value,
  })
}

/** A rule in the person's language, if the server has it in that. */
export function wordsOf(rule: Rule): Pick<Rule, 'text' | 'hint'> {
  const [base = ''] = language().split('-')
  return rule.translations[language()] ?? rule.translations[base] ?? rule
}

export function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const changed = new Set(chosen)
  if (!changed.delete(id)) changed.add(id)
  return changed
}
