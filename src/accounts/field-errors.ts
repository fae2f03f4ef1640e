import { type Answer, allProblems, Unprocessable } from '../errors.ts'
import { type Catalogue, render, type Said, said } from '../text/said.ts'

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
  /** the description's parts, where it has values */
  said?: Said
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
    super(allProblems(describeFields(fields)), { ...options, body: { details: detailsOf(fields) } })
    this.fields = fields
  }

  override inLanguage(catalogue: Catalogue): Answer {
    const message = allProblems(describeFields(this.fields, catalogue), catalogue)
    return { message, body: { details: detailsOf(this.fields, catalogue) } }
  }
}

function detailsOf(fields: FieldErrors, catalogue?: Catalogue) {
  const shown = (name: Field) =>
    (fields[name] ?? []).map((one) => ({ error: one.error, description: wordsOf(one, catalogue) }))
  return Object.fromEntries(namesOf(fields).map((name) => [name, shown(name)]))
}

function wordsOf({ description, said: parts }: FieldError, catalogue?: Catalogue): string {
  return render(parts ?? said(description), catalogue)
}

/** Each problem as a sentence without full stop, in the order of the fields. */
export function describeFields(fields: FieldErrors, catalogue?: Catalogue): string[] {
  return namesOf(fields).flatMap((name) => {
    const field = render(said(LABELS[name]), catalogue)
    return (fields[name] ?? []).map((one) =>
      render(said('{field} {problem}', { field, problem: wordsOf(one, catalogue) }), catalogue),
    )
  })
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

/** A problem with values in its description. */
export function problemOf(error: FieldErrorCode, text: string, values: Said['values']): FieldError {
  const parts = said(text, values)
  return { error, description: render(parts), said: parts }
}

export function tooLong(max: number): FieldError {
  return problemOf('ERR_TOO_LONG', 'is too long (maximum is {max} characters)', { max })
}

export function tooShort(min: number): FieldError {
  return problemOf('ERR_TOO_SHORT', 'is too short (minimum is {min} characters)', { min })
}
