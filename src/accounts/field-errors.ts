import { Unprocessable } from '../errors.ts'

/** What is wrong with a parameter, by the names that clients know (S-272). */
export type FieldErrorCode =
  | 'ERR_BLOCKED'
  | 'ERR_UNREACHABLE'
  | 'ERR_TAKEN'
  | 'ERR_RESERVED'
  | 'ERR_ACCEPTED'
  | 'ERR_BLANK'
  | 'ERR_INVALID'
  | 'ERR_TOO_LONG'
  | 'ERR_TOO_SHORT'
  | 'ERR_TOO_MANY'
  | 'ERR_BELOW_LIMIT'

export interface FieldError {
  error: FieldErrorCode
  /** goes on after the field's name: `has already been taken` */
  description: string
}

/** By parameter; a field with an empty list has nothing wrong with it. */
export type FieldErrors = Partial<Record<Field, FieldError[]>>

/** What people call the parameters of accounts and profiles, in the order in which they are told of. */
const LABELS = {
  username: 'Username',
  email: 'E-mail address',
  password: 'Password',
  current_password: 'Current password',
  date_of_birth: 'Date of birth',
  reason: 'Reason',
  agreement: 'Agreement',
  display_name: 'Display name',
  note: 'Note',
  avatar: 'Avatar',
  avatar_description: 'Avatar description',
  header: 'Header',
  header_description: 'Header description',
  fields: 'Fields',
  attribution_domains: 'Attribution domains',
  language: 'Language',
  locale: 'Your language',
  time_zone: 'Time zone',
  chosen_languages: 'Languages',
} as const
export type Field = keyof typeof LABELS

/** 422 with what is wrong with each parameter, in `details` (S-272, S-289). */
export class InvalidFields extends Unprocessable {
  readonly fields: FieldErrors

  constructor(fields: FieldErrors, options: { cause?: unknown } = {}) {
    const message = `Validation failed: ${describeFields(fields).join(', ')}`
    const details = Object.fromEntries(namesOf(fields).map((name) => [name, fields[name]]))
    super(message, { ...options, body: { details } })
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
