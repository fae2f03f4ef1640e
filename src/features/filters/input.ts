import { DAY } from '../../kernel/base/durations.ts'
import { ValidationFailed } from '../../kernel/base/errors.ts'
import { Id, Nullable } from '../../kernel/http/params.ts'
import { type Static, Type } from '../../kernel/http/schema.ts'
import type { FilterChange } from './filters.ts'
import type { KeywordChange } from './keywords.ts'
import type { FilterAction, FilterContext } from './tables.ts'

export const FILTER_CONTEXTS: readonly FilterContext[] = [
  'home',
  'notifications',
  'public',
  'thread',
  'account',
]
const ACTIONS: readonly FilterAction[] = ['warn', 'hide', 'blur']

const text = Type.Optional(Type.String())
const flag = Type.Optional(Type.Boolean())
const expires_in = Type.Optional(Nullable(Type.Integer()))
const context = Type.Optional(Type.Array(Type.String()))
/** as many as a request body can contain */
const MOST_CHANGES = 10_000

export const FilterBody = Type.Object({
  title: text,
  context,
  filter_action: text,
  expires_in,
  keywords_attributes: Type.Optional(
    Type.Array(
      Type.Object({ id: Type.Optional(Id), keyword: text, whole_word: flag, _destroy: flag }),
      { maxItems: MOST_CHANGES },
    ),
  ),
})

export const KeywordBody = Type.Object({ keyword: text, whole_word: flag })

export const LegacyBody = Type.Object({
  phrase: text,
  context,
  irreversible: flag,
  whole_word: flag,
  expires_in,
})

/**
 * ms of a hundred years: the maximum of an expiry, as dates have no room for the largest values of
 * clients
 */
const LONGEST = 100 * 365 * DAY

/**
 * The client's values of the filter itself; missing ones are absent.
 * @throws ValidationFailed for an unknown context or action (S-092, S-093)
 */
export function readFilterChange(
  body: Pick<Static<typeof FilterBody>, 'title' | 'context' | 'filter_action' | 'expires_in'>,
  now: number,
): FilterChange {
  const change: FilterChange = {}
  if (body.title !== undefined) change.title = body.title
  if (body.context !== undefined) change.context = readContext(body.context)
  if (body.filter_action) change.action = readAction(body.filter_action)
  if (body.expires_in !== undefined) change.expiresAt = readEnd(body.expires_in, now)
  return change
}

export function readContext(names: readonly string[]): FilterContext[] {
  const given = [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))]
  const context = given.filter((name) => FILTER_CONTEXTS.includes(name as FilterContext))
  if (context.length === 0 || context.length < given.length) {
    throw new ValidationFailed('Context None or invalid context supplied')
  }
  return context as FilterContext[]
}

function readAction(name: string): FilterAction {
  const action = ACTIONS.find((known) => known === name)
  if (action === undefined) throw new ValidationFailed('Action is not included in the list')
  return action
}

/**
 * The end of a filter (S-095).
 * @param seconds from now; null: never
 */
export function readEnd(seconds: number | null, now: number): number | null {
  return seconds === null ? null : now + Math.max(-LONGEST, Math.min(LONGEST, seconds * 1000))
}

/** Ignores empty entries, and removals of new keywords (S-098). */
export function readKeywordChanges(
  given: Static<typeof FilterBody>['keywords_attributes'] = [],
): KeywordChange[] {
  const changes: KeywordChange[] = []
  for (const { id, keyword, whole_word: wholeWord, _destroy: remove = false } of given) {
    const blank = (keyword ?? '').trim() === '' && wholeWord !== true
    if (id === undefined && (remove || blank)) continue
    changes.push({ id: id ?? null, keyword, wholeWord, remove })
  }
  return changes
}
