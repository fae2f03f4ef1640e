import { BLANK, type FieldError, problemOf } from '../../accounts/field-errors.ts'

/**
 * The reason why a person born on this day may not join, or null.
 *
 * @param text `YYYY-MM-DD`; checked but not stored
 * @param minimum in years; 0: no minimum
 * @param now ms since 1970
 */
export function ageProblem(text: string, minimum: number, now: number): FieldError | null {
  if (minimum === 0) return null
  const day = text.trim()
  if (day === '') return BLANK
  const born = readDay(day)
  if (born === null || born > now) {
    return problemOf('ERR_INVALID', 'is not a valid date')
  }
  const today = new Date(now)
  const latest = Date.UTC(today.getUTCFullYear() - minimum, today.getUTCMonth(), today.getUTCDate())
  return born <= latest ? null : problemOf('ERR_BELOW_LIMIT', 'is below the age limit')
}

/** @returns ms since 1970, or null for an invalid day */
function readDay(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const at = Date.parse(`${text}T00:00:00Z`)
  // Date.parse reads the 31st of February as a day of March
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at : null
}
