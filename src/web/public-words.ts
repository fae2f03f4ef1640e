const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** A number where there is little room: 950, 1.2K, 3M. */
export function shortNumber(value: number): string {
  const [divisor, unit] = value < 999_500 ? [1000, 'K'] : value < 999.5e6 ? [1e6, 'M'] : [1e9, 'B']
  if (value < 1000) return String(value)
  const scaled = value / divisor
  const digits = scaled < 9.95 ? 1 : 0
  return `${scaled.toFixed(digits).replace('.0', '')}${unit}`
}

/** A number with its noun, as in `1 boost` and `1,200 boosts`. */
export function counted(value: number, one: string, many: string): string {
  return `${String(value).replace(/\B(?=(\d{3})+$)/g, ',')} ${value === 1 ? one : many}`
}

/**
 * How long ago something was, where there is little room: `now`, `5 min`, `3 h`, `2 d`, and from a
 * week on its date, with the year unless it is this one.
 *
 * @param iso RFC 3339
 * @param now ms since 1970
 */
export function shortTime(iso: string, now: number): string {
  const at = Date.parse(iso)
  const ago = now - at
  if (ago < MINUTE) return 'now'
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min`
  if (ago < DAY) return `${Math.floor(ago / HOUR)} h`
  if (ago < 7 * DAY) return `${Math.floor(ago / DAY)} d`
  const date = new Date(at)
  const day = `${date.getUTCDate()} ${monthOf(date).slice(0, 3)}`
  const thisYear = new Date(now).getUTCFullYear()
  return date.getUTCFullYear() === thisYear ? day : `${day} ${date.getUTCFullYear()}`
}

/** As in `12 August 2026, 14:03 UTC`. @param iso RFC 3339 */
export function longTime(iso: string): string {
  return `${longDay(iso)}, ${new Date(iso).toISOString().slice(11, 16)} UTC`
}

/** As in `12 August 2026`. @param iso RFC 3339, or a day */
export function longDay(iso: string): string {
  const date = new Date(iso)
  return `${date.getUTCDate()} ${monthOf(date)} ${date.getUTCFullYear()}`
}

function monthOf(date: Date): string {
  return MONTHS[date.getUTCMonth()] ?? ''
}

/** How long there is left, as in `3 days`. @param iso RFC 3339; in the past it is `a moment` */
export function timeLeft(iso: string, now: number): string {
  const left = Date.parse(iso) - now
  if (left >= DAY) return counted(Math.round(left / DAY), 'day', 'days')
  if (left >= HOUR) return counted(Math.round(left / HOUR), 'hour', 'hours')
  if (left >= MINUTE) return counted(Math.round(left / MINUTE), 'minute', 'minutes')
  return 'a moment'
}

/** The beginning of a text, cut between words, with an ellipsis if something is missing. */
export function excerpt(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const cut = line.slice(0, length).toWellFormed().replace('\ufffd', '')
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > length / 2 ? space : undefined)}…`
}
