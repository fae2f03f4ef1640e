import { formatNumber, type Localized, type Text } from '../../kernel/text/messages.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']
const STEP = 1000

/** An amount of bytes with its unit. */
export function bytesText(bytes: number): Localized {
  const rank = Math.max(
    0,
    Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)),
  )
  return formatNumber(bytes / STEP ** rank, {
    style: 'unit',
    unit: UNITS[rank]!,
    maximumFractionDigits: rank < 3 ? 0 : 1,
  })
}

/** A day in UTC, as the archives and the log name it. @param time ms since 1970 */
export function dayText(time: number): Text {
  return new Date(time).toISOString().slice(0, 10)
}
