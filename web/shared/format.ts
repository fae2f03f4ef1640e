const LANGUAGE = 'en'
const NUMBER = new Intl.NumberFormat(LANGUAGE)
const COMPACT = new Intl.NumberFormat(LANGUAGE, { notation: 'compact', maximumFractionDigits: 1 })
const DATE_TIME = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' })
const DATE = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' })
const RELATIVE = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'always', style: 'short' })

export const formatNumber = (value: number): string => NUMBER.format(value)
/** 12,345 as 12.3K */
export const formatCompact = (value: number): string => COMPACT.format(value)
/** @param time ISO 8601 */
export const formatDateTime = (time: string): string => DATE_TIME.format(new Date(time))
export const formatDate = (time: string): string => DATE.format(new Date(time))

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
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
  if (unit === undefined || length === undefined) return 'just now'
  return RELATIVE.format(Math.trunc(seconds / length), unit)
}

const SIZES = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** 1,572,864 as "1.5 MB": of 1,024, as the settings count them */
export function formatBytes(bytes: number): string {
  const step = bytes < 1024 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return `${NUMBER.format(step === 0 ? value : Number(value.toPrecision(3)))} ${SIZES[step]}`
}

/** "1 post", "12 posts" */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`
}
