import type { Announcement } from '../../../shared/entities/content.ts'
import { formatDateTime } from '../../../shared/format.ts'
import { language } from '../../../shared/i18n.ts'

/** days of UTC, as whole days are kept */
const DAY = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeZone: 'UTC' })

/** When what is announced takes place; empty where no time is given. */
export function spanOf({ starts_at, ends_at, all_day }: Announcement): string {
  if (starts_at === null || ends_at === null) return ''
  const write = all_day ? (time: string) => DAY.format(new Date(time)) : formatDateTime
  const [start, end] = [write(starts_at), write(ends_at)]
  return start === end ? start : `${start} – ${end}`
}
