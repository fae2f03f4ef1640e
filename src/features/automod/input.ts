import { isIP } from 'node:net'
import { ValidationFailed } from '../../kernel/base/errors.ts'
import { canonicalDomain } from '../instance/domain-policy.ts'
import {
  type ConditionValue,
  FIELD_NAMES,
  FIELDS,
  type Field,
  type Kind,
  OPERATORS,
  type Operator,
} from './fields.ts'
import type { AutomodCondition, AutomodRuleTable } from './tables.ts'
import { LONGEST_TERM, patternTerm, wordTerm } from './terms.ts'

type Checked = Pick<
  AutomodRuleTable,
  'name' | 'enabled' | 'mode' | 'applies_to' | 'origin' | 'match' | 'action' | 'priority'
>

/** Allowed words per member. */
const CHOICES = {
  mode: ['shadow', 'live'],
  applies_to: ['statuses', 'accounts'],
  origin: ['any', 'local', 'remote'],
  match: ['all', 'any'],
  action: ['reject', 'limit', 'mark_sensitive', 'hold', 'report'],
} as const satisfies { [Name in keyof Checked]?: readonly Checked[Name][] }

/** A rule as an input, not validated. */
export type RuleInput = Omit<Checked, keyof typeof CHOICES> & {
  [Name in keyof typeof CHOICES]: string
} & { conditions: readonly GivenCondition[] }

export interface GivenCondition {
  field: string
  operator: string
  value: unknown
}

export type CheckedRule = Checked & { conditions: AutomodCondition[] }

const MOST_CONDITIONS = 20
const MOST_VALUES = 500
const LONGEST_NAME = 100
const MOST_PRIORITY = 1_000_000

/** @throws ValidationFailed with the error of a rule */
export function checkRule(given: RuleInput): CheckedRule {
  const name = given.name.trim()
  if (name === '') throw new ValidationFailed("Name can't be blank")
  if ([...name].length > LONGEST_NAME) {
    throw new ValidationFailed(`Name is too long (maximum is ${LONGEST_NAME} characters)`)
  }
  const { conditions, priority } = given
  const choices = {
    mode: choiceOf(given, 'mode'),
    applies_to: choiceOf(given, 'applies_to'),
    origin: choiceOf(given, 'origin'),
    match: choiceOf(given, 'match'),
    action: choiceOf(given, 'action'),
  }
  const { applies_to, action, origin } = choices
  if (conditions.length === 0 || conditions.length > MOST_CONDITIONS) {
    throw new ValidationFailed(`Conditions must be 1 to ${MOST_CONDITIONS}`)
  }
  if (applies_to === 'accounts' && action === 'hold' && origin === 'remote') {
    throw new ValidationFailed('Action hold is for those who sign up here: limit others instead')
  }
  if (Math.abs(priority) > MOST_PRIORITY) {
    throw new ValidationFailed(`Priority must be from -${MOST_PRIORITY} to ${MOST_PRIORITY}`)
  }
  const checked = conditions.map((one) => checkCondition(one, applies_to))
  return { name, enabled: given.enabled, priority, ...choices, conditions: checked }
}

function choiceOf<Name extends keyof typeof CHOICES>(given: RuleInput, name: Name): Checked[Name] {
  const known = CHOICES[name] as readonly string[]
  const choice = given[name] as string
  if (known.includes(choice)) return choice as Checked[Name]
  throw new ValidationFailed(`${name} must be one of ${known.join(', ')}`)
}

function checkCondition(
  { field, operator, value }: GivenCondition,
  subject: Checked['applies_to'],
): AutomodCondition {
  const known = FIELD_NAMES.find((name) => name === field)
  if (known === undefined || (FIELDS[known].of ?? subject) !== subject) {
    const all = FIELD_NAMES.filter((name) => (FIELDS[name].of ?? subject) === subject)
    throw new ValidationFailed(`Field "${field}" is not one of ${all.join(', ')}`)
  }
  const operators = OPERATORS[FIELDS[known].kind]
  if (!operators.some((one) => one === operator)) {
    throw new ValidationFailed(`Operator of ${field} must be one of ${operators.join(', ')}`)
  }
  const checked = checkValue(known, operator as Operator, value)
  return { field: known, operator, value: checked as AutomodCondition['value'] }
}

function checkValue(field: Field, operator: Operator, value: unknown): ConditionValue {
  const { kind } = FIELDS[field]
  if (kind === 'number') return numberOf(field, value)
  if (kind === 'flag') return flagOf(field, value)
  const given = Array.isArray(value) ? (value as unknown[]) : [value]
  if (given.length === 0 || given.length > MOST_VALUES) {
    throw new ValidationFailed(`Value of ${field} must be 1 to ${MOST_VALUES} texts`)
  }
  const values = given.map((one) => wordOf(field, kind, operator, one))
  return Array.isArray(value) ? values : values[0]!
}

function numberOf(field: Field, value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number) && number >= 0) return number
  throw new ValidationFailed(`Value of ${field} must be a number that is not negative`)
}

function flagOf(field: Field, value: unknown): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw new ValidationFailed(`Value of ${field} must be true or false`)
}

/** A text normalised for comparison. */
function wordOf(field: Field, kind: Kind, operator: Operator, value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '' || text.length > LONGEST_TERM || text.includes('\u0000')) {
    throw new ValidationFailed(`Value of ${field} must be texts of 1 to ${LONGEST_TERM} characters`)
  }
  if (kind === 'domain' || kind === 'domains') return domainOf(field, text)
  if (kind === 'address') return addressOf(field, text)
  if (kind === 'text') return termOf(field, operator, text)
  return text.replace(/^#/, '').toLowerCase()
}

function domainOf(field: Field, text: string): string {
  const domain = canonicalDomain(text.replace(/^@/, ''))
  if (/^[a-z0-9_-]+(\.[a-z0-9_-]+)*(:\d+)?$/.test(domain)) return domain
  throw new ValidationFailed(`Value of ${field} must be a domain like spam.example, not "${text}"`)
}

function addressOf(field: Field, text: string): string {
  const [address = '', prefix, more] = text.split('/')
  const version = isIP(address)
  const longest = version === 6 ? 128 : 32
  const fits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest)
  if (version !== 0 && fits && more === undefined) return text
  throw new ValidationFailed(`Value of ${field} must be an IP address or range, not "${text}"`)
}

function termOf(field: Field, operator: Operator, text: string): string {
  if ((operator === 'matches' ? patternTerm : wordTerm)(text) !== null) return text
  throw new ValidationFailed(
    `Value of ${field}: "${text}" needs a character that stands for itself between any two *`,
  )
}
