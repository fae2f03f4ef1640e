/** From the first millisecond since 1970 to the first one after it. */
export interface Span {
  start: number
  end: number
}

const DATE = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/

/**
 * Reads a day, a month or a year: `2024-02-29`, `2024-02`, `2024`.
 *
 * @param zone IANA name; an unknown one counts as UTC
 * @returns null if it is none of these
 */
export function readSpan(text: string, zone: string): Span | null {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined) return null
  const [y, m, d] = [Number(year), Number(month ?? 1), Number(day ?? 1)]
  const first = new Date(Date.UTC(y, m - 1, d))
  if (first.getUTCMonth() !== m - 1 || first.getUTCDate() !== d || y < 1970) return null
  const next =
    day !== undefined
      ? Date.UTC(y, m - 1, d + 1)
      : month !== undefined
        ? Date.UTC(y, m, 1)
        : Date.UTC(y + 1, 0, 1)
  return { start: momentOf(first.getTime(), zone), end: momentOf(next, zone) }
}

/**
 * The moment at which clocks in the zone show what UTC clocks show at `wall`. Computed twice
 * because of daylight saving time.
 */
function momentOf(wall: number, zone: string): number {
  const guess = wall - offsetAt(wall, zone)
  return wall - offsetAt(guess, zone)
}

/** ms by which the zone is ahead of UTC. */
function offsetAt(moment: number, zone: string): number {
  const name = formatOf(zone)
    ?.formatToParts(moment)
    .find((part) => part.type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /^GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '') ?? []
  if (sign === undefined) return 0
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '+' ? ahead : -ahead
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  } catch {
    return null
  }
}
