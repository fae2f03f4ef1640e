import { DAY, HOUR } from '../../../kernel/base/durations.ts'
import { isoTime } from '../../../kernel/base/json.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { formatTime, plural, t } from '../../../kernel/text/messages.ts'

/** A date in words. @param milliseconds since 1970 */
export function dateOf(milliseconds: number): SafeHtml {
  const words = formatTime(milliseconds, { dateStyle: 'long', timeZone: 'UTC' })
  return html`<time datetime="${isoTime(milliseconds)}">${words}</time>`
}

/** A date and the time of that day in words. @param milliseconds since 1970 */
export function momentOf(milliseconds: number): SafeHtml {
  const format = {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  } as const
  const time = formatTime(milliseconds, format)
  return html`<time datetime="${isoTime(milliseconds)}">${t('{time} UTC', { time })}</time>`
}

/** Time of the last use, which is recorded once an hour, as exactly as that allows. */
export function lastUse(milliseconds: number, now: number): SafeHtml {
  const hours = Math.floor((now - milliseconds) / HOUR)
  if (hours < 1) return html`${t('used within the last hour')}`
  if (hours < 24) return html`${plural(hours, 'used an hour ago', 'used {n} hours ago')}`
  return rich('used on {day}', { day: dateOf(milliseconds) })
}

/** Day of the last use, for uses recorded by day. @param day days since 1970; null: never recorded */
export function lastDay(day: number | null, now: number): SafeHtml {
  const today = Math.floor(now / DAY)
  if (day === null) return html`${t('no use noted yet')}`
  if (day >= today) return html`${t('used today')}`
  return day === today - 1
    ? html`${t('used yesterday')}`
    : rich('used on {day}', { day: dateOf(day * DAY) })
}
