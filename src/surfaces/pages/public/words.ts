import { DAY, HOUR, MINUTE } from '../../../kernel/base/durations.ts'
import {
  formatNumber,
  formatTime,
  type Localized,
  plural,
  t,
} from '../../../kernel/text/messages.ts'

/** A number in short form: 950, 1.2K, 3M. */
export const shortNumber = (value: number): Localized =>
  formatNumber(value, { notation: 'compact' })

/**
 * An age in short form: `now`, `5 min`, `3 hr`, `2 days`; from a week on the date, with the year unless it is the
 * current one.
 *
 * @param iso RFC 3339
 * @param now ms since 1970
 */
export function shortTime(iso: string, now: number): Localized {
  const at = Date.parse(iso)
  const ago = now - at
  if (ago < MINUTE) return t('now|a moment ago')
  if (ago < HOUR) return unitsOf(ago / MINUTE, 'minute')
  if (ago < DAY) return unitsOf(ago / HOUR, 'hour')
  if (ago < 7 * DAY) return unitsOf(ago / DAY, 'day')
  const thisYear = new Date(now).getUTCFullYear() === new Date(at).getUTCFullYear()
  const year = thisYear ? {} : ({ year: 'numeric' } as const)
  return formatTime(at, { day: 'numeric', month: 'short', ...year, timeZone: 'UTC' })
}

const unitsOf = (value: number, unit: string): Localized =>
  formatNumber(Math.floor(value), { style: 'unit', unit, unitDisplay: 'short' })

/** As in `August 12, 2026 at 14:03 UTC`. @param iso RFC 3339 */
export const longTime = (iso: string): Localized =>
  t('{time} UTC', {
    time: formatTime(Date.parse(iso), {
      dateStyle: 'long',
      timeStyle: 'short',
      hourCycle: 'h23',
      timeZone: 'UTC',
    }),
  })

/** As in `August 12, 2026`. @param iso RFC 3339, or a day */
export const longDay = (iso: string): Localized =>
  formatTime(Date.parse(iso), { dateStyle: 'long', timeZone: 'UTC' })

/** The remaining time, as in `3 days`. @param iso RFC 3339; a time in the past gives `a moment` */
export function timeLeft(iso: string, now: number): Localized {
  const left = Date.parse(iso) - now
  if (left >= DAY) return plural(Math.round(left / DAY), '{n} day', '{n} days')
  if (left >= HOUR) return plural(Math.round(left / HOUR), '{n} hour', '{n} hours')
  if (left >= MINUTE) return plural(Math.round(left / MINUTE), '{n} minute', '{n} minutes')
  return t('a moment')
}

/** The beginning of a text, cut between words, with an ellipsis if text is left out. */
export function excerpt(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const cut = line.slice(0, length).toWellFormed().replace('\ufffd', '')
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > length / 2 ? space : undefined)}…`
}
