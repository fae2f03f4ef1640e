import { isoTime } from '../../json.ts'
import { html, type SafeHtml } from '../../text/html.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A date in words. @param milliseconds since 1970 */
export function dateOf(milliseconds: number): SafeHtml {
  return html`<time datetime="${isoTime(milliseconds)}">${inWords(milliseconds)}</time>`
}

/** A date and the time of that day in words. @param milliseconds since 1970 */
export function momentOf(milliseconds: number): SafeHtml {
  const format = {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  } as const
  const words = new Intl.DateTimeFormat('en', format).format(milliseconds)
  return html`<time datetime="${isoTime(milliseconds)}">${words} UTC</time>`
}

/** When something that is written down once an hour was used last, as far as that tells. */
export function lastUse(milliseconds: number, now: number): SafeHtml {
  const hours = Math.floor((now - milliseconds) / HOUR)
  if (hours < 1) return html`within the last hour`
  if (hours < 24) return html`${hours === 1 ? 'an hour' : `${hours} hours`} ago`
  return html`on ${dateOf(milliseconds)}`
}

/** The same for what is written down by day. @param day since 1970; null: never noted */
export function lastDay(day: number | null, now: number): SafeHtml {
  const today = Math.floor(now / DAY)
  if (day === null) return html`no use noted yet`
  if (day >= today) return html`used today`
  return day === today - 1 ? html`used yesterday` : html`used on ${dateOf(day * DAY)}`
}

function inWords(milliseconds: number): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(milliseconds)
}
