import { type Answer, allProblems, Unprocessable } from '../../kernel/base/errors.ts'
import { type Catalogue, render, type Said, said } from '../../kernel/base/translatable-text.ts'

/** Error codes of a parameter, as clients know them (S-272). */
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
  /** follows the field's name: `has already been taken` */
  description: Said
}

/** By parameter; an empty list means no error. */
export type FieldErrors = Partial<Record<Field, FieldError[]>>

/**
 * User-visible names of account and profile parameters, in the order in which errors are listed.
 */
const LABELS = {
  username: said('Username'),
  email: said('E-mail address'),
  password: said('Password'),
  current_password: said('Current password'),
  date_of_birth: said('Date of birth'),
  reason: said('Reason'),
  agreement: said('Agreement'),
  display_name: said('Display name'),
  note: said('Note'),
  avatar: said('Avatar'),
  avatar_description: said('Avatar description'),
  header: said('Header'),
  header_description: said('Header description'),
  fields: said('Fields'),
  attribution_domains: said('Attribution domains'),
  language: said('Language'),
  locale: said('Your language'),
  time_zone: said('Time zone'),
  chosen_languages: said('Languages'),
} as const
export type Field = keyof typeof LABELS

/** 422 with the errors of each parameter in `details` (S-272, S-289). */
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
    (fields[name] ?? []).map((one) => ({
      error: one.error,
      description: render(one.description, catalogue),
    }))
  return Object.fromEntries(namesOf(fields).map((name) => [name, shown(name)]))
}

/** Each error as a sentence without full stop, in the order of the fields. */
export function describeFields(fields: FieldErrors, catalogue?: Catalogue): string[] {
  return namesOf(fields).flatMap((name) => {
    const field = render(LABELS[name], catalogue)
    return (fields[name] ?? []).map((one) =>
      render(
        said('{field} {problem}', { field, problem: render(one.description, catalogue) }),
        catalogue,
      ),
    )
  })
}

/** The fields that have errors. */
export function namesOf(fields: FieldErrors): Field[] {
  return (Object.keys(LABELS) as Field[]).filter((name) => (fields[name] ?? []).length > 0)
}

/** @throws InvalidFields if there is any error */
export function refuseProblems(fields: FieldErrors): void {
  if (namesOf(fields).length > 0) throw new InvalidFields(fields)
}

/** An error. @param text English, with `{name}` for values; follows the field's name */
export function problemOf(
  error: FieldErrorCode,
  text: string,
  values: Said['values'] = {},
): FieldError {
  return { error, description: { text, values } }
}

export const BLANK = problemOf('ERR_BLANK', "can't be blank")
export const TAKEN = problemOf('ERR_TAKEN', 'has already been taken')

export function tooLong(max: number): FieldError {
  return problemOf('ERR_TOO_LONG', 'is too long (maximum is {max} characters)', { max })
}

export function tooShort(min: number): FieldError {
  return problemOf('ERR_TOO_SHORT', 'is too short (minimum is {min} characters)', { min })
}
