/** Between the times of the API (ISO 8601) and those of fields, which are where the person is. */

/** @returns as `<input type="datetime-local">` has it: 2026-03-01T09:30 */
export function asLocalTime(time: string | null): string {
  if (time === null) return ''
  const at = new Date(time)
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** @param local of such a field; null for what is none */
export function fromLocalTime(local: string): string | null {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
