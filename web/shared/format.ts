import { formatNumber, isPlain, language } from './i18n.ts'
import { nextTask } from './next-task.ts'

export { formatNumber }

/** Made once for a language, as making one takes longer than using it. */
function perLanguage<T>(make: (tag: string) => T): () => T {
  let made: { tag: string; value: T } | null = null
  return () => {
    const tag = language()
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
/** "now", in words of the language */
const NOW = perLanguage((tag) =>
  new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' }).format(0, 'second'),
)

/** Makes what lists need while there is nothing to show yet: each takes a phone a tenth of a second. */
export async function warmFormats(): Promise<void> {
  if (language() === 'en') return
  await nextTask()
  RELATIVE().format(0, 'day')
  await nextTask()
  COMPACT().format(0)
}

/** The same for a page that says exact times. */
export async function warmDateTime(): Promise<void> {
  await nextTask()
  DATE_TIME().format(0)
}

/** 12,345 as 12.3K */
export const formatCompact = (value: number): string =>
  isPlain(value) ? String(value) : COMPACT().format(value)
/** @param time ISO 8601 */
export const formatDateTime = (time: string): string => DATE_TIME().format(new Date(time))
export const formatDate = (time: string): string => DATE().format(new Date(time))

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
  const isEnglish = language() === 'en'
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

const SIZES = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** 1,572,864 as "1.5 MB": of 1,024, as the settings count them */
export function formatBytes(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return `${formatNumber(step === 0 ? value : Number(value.toPrecision(3)))} ${SIZES[step]}`
}

/** "1 post", "12 posts": for the staff's pages, which speak English alone; others take `plural` */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`
}
