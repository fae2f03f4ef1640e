import { BLANK, type FieldError } from '../accounts/field-errors.ts'

/**
 * What keeps somebody born on this day from joining, or null.
 *
 * @param text `YYYY-MM-DD`; it is looked at and not kept
 * @param minimum in years; 0: everybody may
 * @param now ms since 1970
 */
export function ageProblem(text: string, minimum: number, now: number): FieldError | null {
  if (minimum === 0) return null
  const day = text.trim()
  if (day === '') return BLANK
  const born = readDay(day)
  if (born === null || born > now) {
    return { error: 'ERR_INVALID', description: 'is not a valid date' }
  }
  const today = new Date(now)
  const latest = Date.UTC(today.getUTCFullYear() - minimum, today.getUTCMonth(), today.getUTCDate())
  return born <= latest ? null : { error: 'ERR_BELOW_LIMIT', description: 'is below the age limit' }
}

/** @returns ms since 1970, or null for what is no day */
function readDay(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const at = Date.parse(`${text}T00:00:00Z`)
  // the 31st of February is read as a day of March
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at : null
}
