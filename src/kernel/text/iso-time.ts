const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i
const ZONE = /(?:Z|[+-]\d\d(?::?\d\d)?)$/i

/**
 * Parses a time of a user or client: ISO 8601; without a zone it is UTC, a date alone is the beginning of its day.
 * @returns ms since 1970, or null if it is invalid
 */
export function parseTime(text: string): number | null {
  const trimmed = text.trim()
  if (!ISO.test(trimmed)) return null
  const [day = '', time] = trimmed.replace(' ', 'T').replace(/\s/g, '').split('T')
  const at = Date.parse(time === undefined ? day : `${day}T${withZone(time)}`)
  return Number.isNaN(at) ? null : at
}

function withZone(time: string): string {
  if (!ZONE.test(time)) return `${time}Z`
  return time.replace(/([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)
}
