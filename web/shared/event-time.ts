import type { Announcement } from './entities/api.ts'

type Times = Pick<Announcement, 'starts_at' | 'ends_at' | 'all_day'>

/** When what is announced takes place. */
export interface EventTime {
  /** in words of the language */
  text: string
  /** whether only its end is known */
  isEnd: boolean
  /** ISO 8601, for machines */
  at: string
}

/**
 * The time of an event; null where none is given. Whole days are days of UTC, as the server keeps them, so that nobody
 * reads the day before.
 * @param language BCP 47
 * @param timeZone of the viewer; default: the browser's
 */
export function eventTime(
  { starts_at, ends_at, all_day }: Times,
  language: string,
  timeZone?: string,
): EventTime | null {
  const [from, to] = [starts_at ?? ends_at, ends_at ?? starts_at]
  if (from === null || to === null) return null
  const zone = all_day ? 'UTC' : timeZone
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    ...(!all_day && { timeStyle: 'short' }),
    ...(zone !== undefined && { timeZone: zone }),
  })
  return {
    text: format.formatRange(new Date(from), new Date(to)),
    isEnd: starts_at === null,
    at: from,
  }
}
