import { type Signal, signal } from '@preact/signals'
import type { AutomodRule, Condition, RuleSubject } from '../../../shared/entities/automod.ts'
import { FIELDS, fieldsOf, operatorsOf } from './words.ts'

/** A condition as it is typed: several values stand in lines of their own. */
export interface DraftCondition {
  /** tells it from the others while they come and go */
  key: number
  field: Signal<string>
  operator: Signal<string>
  value: Signal<string>
}

let lastKey = 0

export function draftOf({ field, operator, value }: Condition): DraftCondition {
  lastKey += 1
  return {
    key: lastKey,
    field: signal(field),
    operator: signal(operator),
    value: signal(Array.isArray(value) ? value.join('\n') : String(value)),
  }
}

/** A new condition with the first field for posts, or for accounts. */
export function newCondition(subject: RuleSubject): DraftCondition {
  const [field = 'username'] = fieldsOf(subject)[0] ?? []
  return draftOf({ field, operator: operatorsOf(field)[0] ?? 'is', value: '' })
}

/** Another field takes other operators and values. */
export function changeField(draft: DraftCondition, field: string): void {
  const before = FIELDS[draft.field.value]?.kind
  const operators = operatorsOf(field)
  draft.field.value = field
  if (!operators.includes(draft.operator.value)) draft.operator.value = operators[0] ?? 'is'
  const kind = FIELDS[field]?.kind
  if (kind === before) return
  draft.value.value = kind === 'flag' ? 'true' : ''
}

/** As the API takes it; what makes no sense is refused there, with a text that says why. */
export function conditionOf({ field, operator, value }: DraftCondition): Condition {
  const typed = value.value.trim()
  const kind = FIELDS[field.value]?.kind
  const common = { field: field.value, operator: operator.value }
  if (kind === 'number') return { ...common, value: typed === '' ? '' : Number(typed) }
  if (kind === 'flag') return { ...common, value: typed === 'true' }
  const lines = typed.split('\n').flatMap((line) => line.trim() || [])
  return { ...common, value: lines.length > 1 ? lines : (lines[0] ?? '') }
}

/** Drops what the subject does not know. */
export function conditionsFor(
  subject: RuleSubject,
  drafts: readonly DraftCondition[],
): readonly DraftCondition[] {
  const known = new Set(fieldsOf(subject).map(([name]) => name))
  const kept = drafts.filter(({ field }) => known.has(field.value))
  return kept.length === 0 ? [newCondition(subject)] : kept
}

/** The members of a rule that are typed as text or chosen. */
export function draftRule(rule: AutomodRule) {
  return {
    name: signal(rule.name),
    enabled: signal(rule.enabled),
    mode: signal<string>(rule.mode),
    subject: signal<string>(rule.applies_to),
    origin: signal<string>(rule.origin),
    match: signal<string>(rule.match),
    action: signal<string>(rule.action),
    priority: signal(String(rule.priority)),
    conditions: signal<readonly DraftCondition[]>(rule.conditions.map(draftOf)),
  }
}

export type DraftRule = ReturnType<typeof draftRule>

export function bodyOf(draft: DraftRule) {
  return {
    name: draft.name.value,
    enabled: draft.enabled.value,
    mode: draft.mode.value,
    applies_to: draft.subject.value,
    origin: draft.origin.value,
    match: draft.match.value,
    action: draft.action.value,
    priority: Number(draft.priority.value),
    conditions: draft.conditions.value.map(conditionOf),
  }
}
