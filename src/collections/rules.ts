import { type Featurable, featureRight } from '../accounts/feature-policy.ts'
import { BLANK, type FieldError, tooLong } from '../accounts/field-errors.ts'
import type { Db } from '../db/database.ts'
import { Unprocessable } from '../errors.ts'
import { isBlockedEitherWay } from '../relationships/standing.ts'

/** S-521: characters, and accounts in one collection; how many collections, the role says. */
export const LIMITS = { name: 40, description: 100, items: 25 } as const

/** Accounts of a remote collection that are looked at (FEP-7aa9). */
export const MOST_REMOTE_ITEMS = 150

type Field = 'base' | 'name' | 'description' | 'language' | 'tag_name' | 'collection_items'
type Problem = FieldError | { error: 'ERR_INVALID'; description: string }
export type Problems = Partial<Record<Field, readonly Problem[]>>

const LABELS: Record<Field, string> = {
  base: '',
  name: 'Name',
  description: 'Description',
  language: 'Language',
  tag_name: 'Hashtag',
  collection_items: 'Collection items',
}

/** 422 as the collections API has it: message and details are one object, in `error`. */
export class InvalidCollection extends Unprocessable {
  constructor(problems: Problems) {
    const entries = Object.entries(problems).filter(([, list]) => list.length > 0)
    const sentences = entries.flatMap(([field, list]) =>
      list.map(({ description }) => `${LABELS[field as Field]} ${description}`.trim()),
    )
    const message = `Validation failed: ${sentences.join(', ')}`
    super(message, { body: { error: { error: message, details: Object.fromEntries(entries) } } })
  }
}

/** @throws InvalidCollection if there is any problem */
export function refuse(problems: Problems): void {
  if (Object.values(problems).some((list) => list.length > 0)) throw new InvalidCollection(problems)
}

export function tooMany(most: number, what: string): FieldError {
  return { error: 'ERR_TOO_MANY', description: `${what} (maximum is ${most})` }
}

export function nameProblems(name: string): FieldError[] {
  if (name.trim() === '') return [BLANK]
  return [...name].length > LIMITS.name ? [tooLong(LIMITS.name)] : []
}

export function descriptionProblems(description: string): FieldError[] {
  return [...description].length > LIMITS.description ? [tooLong(LIMITS.description)] : []
}

/**
 * Whether an account may be shown in somebody's collection as far as its policy goes; its agreement
 * is asked for besides. The one rule, for people here and for those who ask from elsewhere.
 */
export async function mayFeature(
  db: Db,
  ownerId: string,
  target: Featurable & { suspended_at: number | null },
): Promise<boolean> {
  if (target.suspended_at !== null) return false
  const right = await featureRight(db, target, ownerId)
  if (right === 'denied' || right === 'missing') return false
  return !(await isBlockedEitherWay(db, { accountId: ownerId, targetId: target.id }))
}
