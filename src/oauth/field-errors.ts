import { Unprocessable } from '../errors.ts'

/** What is wrong with a parameter, by the names that clients know (S-272). */
export type FieldErrorCode =
  | 'ERR_BLOCKED'
  | 'ERR_TAKEN'
  | 'ERR_RESERVED'
  | 'ERR_ACCEPTED'
  | 'ERR_BLANK'
  | 'ERR_INVALID'
  | 'ERR_TOO_LONG'
  | 'ERR_TOO_SHORT'

export interface FieldError {
  error: FieldErrorCode
  /** goes on after the field's name: `has already been taken` */
  description: string
}

/** By parameter. */
export type FieldErrors = Partial<Record<Field, FieldError[]>>

const LABELS = {
  username: 'Username',
  email: 'E-mail address',
  password: 'Password',
  current_password: 'Current password',
  reason: 'Reason',
  agreement: 'Agreement',
} as const
export type Field = keyof typeof LABELS

/** 422 with what is wrong with each parameter, in `details` (S-272). */
export class InvalidFields extends Unprocessable {
  readonly fields: FieldErrors

  constructor(fields: FieldErrors) {
    super(`Validation failed: ${describeFields(fields).join(', ')}`, { body: { details: fields } })
    this.fields = fields
  }
}

/** Each problem as a sentence without full stop, in the order of the fields. */
export function describeFields(fields: FieldErrors): string[] {
  return namesOf(fields).flatMap((name) =>
    (fields[name] ?? []).map((problem) => `${LABELS[name]} ${problem.description}`),
  )
}

/** The fields that something is wrong with. */
export function namesOf(fields: FieldErrors): Field[] {
  return (Object.keys(LABELS) as Field[]).filter((name) => (fields[name] ?? []).length > 0)
}

/** @throws InvalidFields if there is any problem */
export function refuseProblems(fields: FieldErrors): void {
  if (namesOf(fields).length > 0) throw new InvalidFields(fields)
}

export const BLANK: FieldError = { error: 'ERR_BLANK', description: "can't be blank" }
export const TAKEN: FieldError = { error: 'ERR_TAKEN', description: 'has already been taken' }

export function tooLong(most: number): FieldError {
  return { error: 'ERR_TOO_LONG', description: `is too long (maximum is ${most} characters)` }
}

export function tooShort(least: number): FieldError {
  return { error: 'ERR_TOO_SHORT', description: `is too short (minimum is ${least} characters)` }
}
