import { type Answer, allProblems, Unprocessable } from '../../kernel/base/errors.ts'
import { type Catalogue, render, type Said, said } from '../../kernel/base/translatable-text.ts'
import type { Db } from '../../kernel/db/database.ts'
import { type Featurable, featureRight } from '../accounts/feature-policy.ts'
import { BLANK, type FieldError, tooLong } from '../accounts/field-errors.ts'
import { isBlockedEitherWay } from '../relationships/blocks-of-pair.ts'

/** S-521: characters, and accounts per collection; the role limits the number of collections. */
export const LIMITS = { name: 40, description: 100, items: 25 } as const

/** Maximum of accounts of a remote collection (FEP-7aa9). */
export const MOST_REMOTE_ITEMS = 150

type Field = 'base' | 'name' | 'description' | 'language' | 'tag_name' | 'collection_items'
export type Problems = Partial<Record<Field, readonly FieldError[]>>

const LABELS: Record<Field, Said | null> = {
  base: null,
  name: said('Name'),
  description: said('Description'),
  language: said('Language'),
  tag_name: said('Hashtag'),
  collection_items: said('Collection items'),
}

/** 422 in the form of the collections API: message and details are one object, in `error`. */
export class InvalidCollection extends Unprocessable {
  readonly problems: Problems

  constructor(problems: Problems) {
    const { message, body } = answerOf(problems)
    super(message, { body })
    this.problems = problems
  }

  override inLanguage(catalogue: Catalogue): Answer {
    return answerOf(this.problems, catalogue)
  }
}

function answerOf(problems: Problems, catalogue?: Catalogue): Answer {
  const entries = Object.entries(problems).filter(([, list]) => list.length > 0)
  const shown = entries.map(([field, list]) => ({
    field: field as Field,
    list: list.map((one) => ({ ...one, description: render(one.description, catalogue) })),
  }))
  const message = allProblems(
    shown.flatMap(({ field, list }) => list.map((one) => sentence(field, one, catalogue))),
    catalogue,
  )
  const details = Object.fromEntries(shown.map(({ field, list }) => [field, list]))
  return { message, body: { error: { error: message, details } } }
}

function sentence(name: Field, { description }: { description: string }, catalogue?: Catalogue) {
  const label = LABELS[name]
  if (label === null) return description
  const field = render(label, catalogue)
  return render(said('{field} {problem}', { field, problem: description }), catalogue)
}

/** @throws InvalidCollection if there is any error */
export function refuse(problems: Problems): void {
  if (Object.values(problems).some((list) => list.length > 0)) throw new InvalidCollection(problems)
}

export function nameProblems(name: string): FieldError[] {
  if (name.trim() === '') return [BLANK]
  return [...name].length > LIMITS.name ? [tooLong(LIMITS.name)] : []
}

export function descriptionProblems(description: string): FieldError[] {
  return [...description].length > LIMITS.description ? [tooLong(LIMITS.description)] : []
}

/**
 * Whether an account's policy allows another account to feature it; its consent is needed in
 * addition. The only rule, for local and remote owners.
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
