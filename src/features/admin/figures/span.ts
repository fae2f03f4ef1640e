import { DAY } from '../../../kernel/base/durations.ts'
import { BadRequest, Unprocessable } from '../../../kernel/base/errors.ts'
import type { DaySpan } from '../../identity/active-days.ts'

/** maximum of days per request */
const LONGEST = 732

/**
 * The days, in UTC, from `start` to `end`, both included.
 *
 * @param start ISO 8601, a day or a time; `end` likewise
 * @throws Unprocessable if one is invalid
 * @throws BadRequest if one is missing, if they are in the wrong order or too far apart
 */
export function readSpan(start: string | undefined, end: string | undefined): DaySpan {
  const [from, to] = [dayOf(start, 'start_at'), dayOf(end, 'end_at')]
  if (to < from) throw new BadRequest('end_at is before start_at')
  if (to - from >= LONGEST) throw new BadRequest(`At most ${LONGEST} days can be asked for at once`)
  return { from, to }
}

/** As `readSpan`, or null if an end is missing. */
export function readOptionalSpan(start: string | undefined, end: string | undefined) {
  return isBlank(start) || isBlank(end) ? null : readSpan(start, end)
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === ''
}

function dayOf(text: string | undefined, name: string): number {
  if (isBlank(text)) throw new BadRequest(`${name} is missing`)
  const time = Date.parse(text ?? '')
  const day = Math.floor(time / DAY)
  if (Number.isNaN(day) || day < 0 || day > 100_000) {
    throw new Unprocessable('Date supplied is invalid')
  }
  return day
}

export function lengthOf({ from, to }: DaySpan): number {
  return to - from + 1
}

/** The preceding span of the same length. */
export function before(span: DaySpan): DaySpan {
  return { from: span.from - lengthOf(span), to: span.from - 1 }
}

export function daysIn(span: DaySpan): number[] {
  return Array.from({ length: lengthOf(span) }, (_, at) => span.from + at)
}

/** First millisecond of the span, and the first one after it. */
export function timesOf(span: DaySpan): { start: number; end: number } {
  return { start: span.from * DAY, end: (span.to + 1) * DAY }
}

/** The start of a day in entities: without fractions of a second, as in Mastodon. */
export function dayText(day: number): string {
  return new Date(day * DAY).toISOString().replace('.000Z', 'Z')
}
