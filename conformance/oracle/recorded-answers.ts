import type { Answer } from '../http/client.ts'
import {
  type Differences,
  differenceKey,
  type Recorded,
  type RecordedField,
} from '../spec/recorded.ts'
import { createMatcher, type SurfaceRow } from '../spec/surface.ts'
import { bitsOf, isKindOf, typeOf } from './types.ts'

/** A difference from all recorded responses of a real server. */
export interface Deviation {
  subject: string
  field: string
  problem: string
  /** the first request with the difference */
  asked: string
  /** why it is intended; null: it is not */
  reason: string | null
}

/** Compares responses with recorded ones of a real server. */
export interface RecordedAnswers {
  look(answer: Answer): void
  /** number of responses with a recording */
  compared(): number
  /** each once */
  deviations(): Deviation[]
  /** listed differences that did not occur */
  unseen(): string[]
}

export function createRecordedAnswers(
  recorded: Recorded,
  differences: Differences,
  surface: readonly SurfaceRow[],
): RecordedAnswers {
  const found = new Map<string, Deviation>()
  const operationOf = createMatcher(surface)
  let compared = 0
  return {
    compared: () => compared,
    deviations: () => [...found.values()],
    unseen: () => [...differences.keys()].filter((key) => !found.has(key)),
    look(answer) {
      const operation = operationOf(answer.asked)?.operation ?? null
      const root = operation === null ? undefined : recorded.roots.get(operation)
      if (operation === null || root === undefined || answer.status >= 300) return
      compared++
      const note: Note = (subject, field, problem) => {
        const key = differenceKey(subject, field, problem)
        const reason = differences.get(key) ?? null
        if (found.has(key)) return
        found.set(key, { subject, field, problem, asked: answer.asked, reason })
      }
      const statuses = recorded.statuses.get(operation)
      if (statuses?.has(answer.status) === false) note(operation, '(status)', `${answer.status}`)
      const place = { subject: operation, field: '(root)', recorded: root }
      compare({ fields: recorded.fields, note }, place, answer.json)
    },
  }
}

type Note = (subject: string, field: string, problem: string) => void

interface Comparison {
  fields: Recorded['fields']
  note: Note
}

interface Place {
  subject: string
  field: string
  recorded: RecordedField
}

function compare(comparison: Comparison, place: Place, value: unknown): void {
  const { subject, field, recorded } = place
  if (onlyNull(recorded)) return
  const type = typeOf(value)
  const isKnown = [...recorded.types].some((known) => isKindOf(type, known))
  if (!isKnown) comparison.note(subject, field, type)
  else if (isLarger(value, recorded.bits)) {
    comparison.note(subject, field, `integer of ${bitsOf(value as number)} bits`)
  }
  if (!isKnown) return
  const values = Array.isArray(value) ? value : [value]
  for (const one of values) {
    if (typeof one === 'object' && one !== null) descend(comparison, place, one)
    else if (Array.isArray(value)) compareItem(comparison, place, one)
  }
}

const SIZES = ['31', '53', 'more']

function isLarger(value: unknown, bits: string | null): boolean {
  if (bits === null || !Number.isInteger(value)) return false
  return SIZES.indexOf(bitsOf(value as number)) > SIZES.indexOf(bits)
}

/** A recording with only nulls does not show the type. */
function onlyNull({ types }: RecordedField): boolean {
  return types.size === 1 && types.has('null')
}

function compareItem(comparison: Comparison, { subject, field }: Place, value: unknown): void {
  const recorded = comparison.fields.get(subject)?.get(`${field}[]`)
  if (recorded !== undefined) compare(comparison, { subject, field: `${field}[]`, recorded }, value)
}

/** Compares the members of an object: those of an entity, or those of a part of an entity. */
function descend(comparison: Comparison, place: Place, value: object): void {
  const { fields } = comparison
  const item = fields.get(place.subject)?.get(`${place.field}[]`)
  const { subjects } = item ?? place.recorded
  const subject = closest(fields, subjects, value)
  const inner = item === undefined ? place.field : `${place.field}[]`
  if (subject !== null) compareMembers(comparison, subject, '', value)
  else if (place.field !== '(root)') compareMembers(comparison, place.subject, inner, value)
}

/** If several entities are possible, the one with the most common members. */
function closest(fields: Recorded['fields'], subjects: readonly string[], value: object) {
  const has = (subject: string) =>
    Object.keys(value).filter((name) => fields.get(subject)?.has(`.${name}`)).length
  return [...subjects].sort((a, b) => has(b) - has(a)).at(0) ?? null
}

function compareMembers(
  comparison: Comparison,
  subject: string,
  path: string,
  value: object,
): void {
  const members = new Map(Object.entries(value).map(([name, one]) => [`${path}.${name}`, one]))
  for (const [field, recorded] of comparison.fields.get(subject) ?? []) {
    if (!field.startsWith(`${path}.`)) continue
    if (members.has(field)) compare(comparison, { subject, field, recorded }, members.get(field))
    else if (recorded.always && isMember(field, path, members)) {
      comparison.note(subject, field, 'missing')
    }
  }
}

/** Whether a field is one of these members, and not nested in one of them. */
function isMember(field: string, path: string, members: ReadonlyMap<string, unknown>): boolean {
  const rest = field.slice(path.length + 1)
  if (/[[\]]/.test(rest)) return false
  const dot = rest.indexOf('.')
  return dot < 0 || (path.endsWith('.alerts') && !members.has(`${path}.${rest.slice(0, dot)}`))
}
