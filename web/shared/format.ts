import { formatNumber, isPlain, language } from './i18n.ts'
import { nextTask } from './next-task.ts'

export { formatNumber }

/** The language as the region writes it that the browser is set to: the days of "en" differ from New York to London. */
const regional = (): string =>
  navigator.languages.find((tag) => tag.startsWith(`${language()}-`)) ?? language()

/** Whether everything is said as the pages say it by themselves, which needs no `Intl`. */
const isOwnEnglish = (): boolean => ['en', 'en-US'].includes(regional())

/** Made once for a language, as making one takes longer than using it. */
function perLanguage<T>(make: (tag: string) => T): () => T {
  let made: { tag: string; value: T } | null = null
  return () => {
    const tag = regional()
    if (made?.tag !== tag) made = { tag, value: make(tag) }
    return made.value
  }
}

const COMPACT = perLanguage(
  (tag) => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 }),
)
const DATE_TIME = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }),
)
const DATE = perLanguage((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }))
const RELATIVE = perLanguage(
  (tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'always', style: 'short' }),
)
/** Languages whose narrow signs in CLDR are English ones, or stand for two units ("3d" of minutes and of days). */
const UNCLEAR_SIGNS = new Set(['de', 'ja', 'tr', 'uk'])
const AGE = perLanguage((tag) => {
  const unitDisplay = UNCLEAR_SIGNS.has(tag.split('-')[0]!) ? 'short' : 'narrow'
  const of = (unit: string) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay })
  return { minute: of('minute'), hour: of('hour'), day: of('day') }
})
const LIST = perLanguage((tag) => new Intl.ListFormat(tag, { type: 'conjunction' }))
const DAY = perLanguage((tag) => new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric' }))
/** "now", in words of the language */
const NOW = perLanguage((tag) =>
  new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' }).format(0, 'second'),
)

/** Makes what lists need while there is nothing to show yet: each takes a phone a tenth of a second. */
export async function warmFormats(): Promise<void> {
  if (isOwnEnglish()) return
  await nextTask()
  RELATIVE().format(0, 'day')
  await nextTask()
  AGE().hour.format(0)
  await nextTask()
  COMPACT().format(0)
}

/** The same for a page that says exact times. */
export async function warmDateTime(): Promise<void> {
  await nextTask()
  DATE_TIME().format(0)
}

const NEAR_DAY = perLanguage((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }))
const WEEKDAY = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { weekday: 'long', month: 'long', day: 'numeric' }),
)
const LONG_DATE = perLanguage((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long' }))

/** The day as a heading: "Today", "Yesterday", "Wednesday, 25 November", "25 November 2024". @param time ISO 8601 @param now ms */
export function formatDay(time: string, now = Date.now()): string {
  const [day, today] = [new Date(time), new Date(now)]
  // days are longer and shorter where clocks are changed
  const ago = Math.round((today.setHours(0, 0, 0, 0) - new Date(day).setHours(0, 0, 0, 0)) / DAY_MS)
  const isThisYear = day.getFullYear() === today.getFullYear()
  const text =
    ago < 2
      ? NEAR_DAY().format(-Math.max(ago, 0), 'day')
      : (isThisYear ? WEEKDAY() : LONG_DATE()).format(day)
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1)
}

/** 12,345 as 12.3K */
export const formatCompact = (value: number): string =>
  isPlain(value) ? String(value) : COMPACT().format(value)
/** @param time ISO 8601 */
export const formatList = (parts: readonly string[]): string => LIST().format(parts)
export const formatDateTime = (time: string): string => DATE_TIME().format(new Date(time))
export const formatDate = (time: string): string => DATE().format(new Date(time))

const DAY_MS = 86_400_000
const UNITS: readonly [keyof typeof SHORT, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** "3 hr. ago", "in 2 days". @param time ISO 8601 @param now ms */
export function formatRelative(time: string, now = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1000
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? []
  const isEnglish = isOwnEnglish()
  if (unit === undefined || length === undefined) return isEnglish ? 'just now' : NOW()
  const value = Math.trunc(seconds / length)
  return isEnglish ? inEnglish(value, unit) : RELATIVE().format(value, unit)
}

/** The same as `Intl` says it, for the language that the pages speak by themselves: without its long start. */
function inEnglish(value: number, unit: keyof typeof SHORT): string {
  const n = Math.abs(value)
  const time = `${n} ${SHORT[unit]}${unit === 'day' && n !== 1 ? 's' : ''}`
  return value > 0 ? `in ${time}` : `${time} ago`
}

const SHORT = { year: 'yr.', month: 'mo.', day: 'day', hour: 'hr.', minute: 'min.' }

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
/** s: what is older says its day */
const WEEK = 7 * 86_400

/** Age in as few signs as possible: "now", "44m", "3h", "6d", "Nov 3", "Nov 3, 2024". @param time ISO 8601 @param now ms */
export function formatAge(time: string, now = Date.now()): string {
  const at = new Date(time)
  const seconds = (now - at.getTime()) / 1000
  const isEnglish = isOwnEnglish()
  if (seconds >= WEEK) return dayOf(at, new Date(now), isEnglish)
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? []
  if (unit === undefined || length === undefined) return isEnglish ? 'now' : NOW()
  const value = Math.trunc(seconds / length)
  return isEnglish ? `${value}${unit[0]}` : AGE()[unit as 'minute' | 'hour' | 'day'].format(value)
}

function dayOf(at: Date, now: Date, isEnglish: boolean): string {
  const isThisYear = at.getFullYear() === now.getFullYear()
  if (!isEnglish) return (isThisYear ? DAY() : DATE()).format(at)
  const day = `${MONTHS[at.getMonth()]} ${at.getDate()}`
  return isThisYear ? day : `${day}, ${at.getFullYear()}`
}

const SIZES = ['bytes', 'kB', 'MB', 'GB', 'TB']
const SIZE_UNITS = perLanguage((tag) =>
  ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'].map(
    (unit, step) =>
      new Intl.NumberFormat(tag, {
        style: 'unit',
        unit,
        unitDisplay: step === 0 ? 'long' : 'short',
        maximumSignificantDigits: step === 0 ? 4 : 3,
      }),
  ),
)

/** 1,572,864 as "1.5 MB": of 1,024, as the settings count them */
export function formatBytes(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  if (language() !== 'en') return SIZE_UNITS()[step]!.format(value)
  return `${formatNumber(step === 0 ? value : Number(value.toPrecision(3)))} ${SIZES[step]}`
}
