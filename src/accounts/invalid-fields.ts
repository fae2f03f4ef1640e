import { Unprocessable } from '../errors.ts'

/** Codes that clients know (S-272). */
export type FieldErrorCode =
  | 'ERR_BLANK'
  | 'ERR_INVALID'
  | 'ERR_TOO_LONG'
  | 'ERR_TOO_MANY'
  | 'ERR_INCLUSION'

export interface FieldError {
  /** parameter name */
  field: string
  error: FieldErrorCode
  /** what is wrong, to follow the name of the field */
  description: string
}

/** 422: parameters that cannot be taken, each with its reasons under `details` (S-289). */
export class InvalidFields extends Unprocessable {
  constructor(problems: readonly FieldError[], options: { cause?: unknown } = {}) {
    const messages = problems.map(({ field, description }) => `${titleOf(field)} ${description}`)
    const details: Record<string, { error: string; description: string }[]> = {}
    for (const { field, error, description } of problems) {
      const known = details[field] ?? []
      details[field] = [...known, { error, description }]
    }
    super(`Validation failed: ${messages.join(', ')}`, { ...options, body: { details } })
  }
}

/** `display_name` as people read it: `Display name`. */
function titleOf(field: string): string {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
