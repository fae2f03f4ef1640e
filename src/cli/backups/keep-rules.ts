import { CommandError } from '../command.ts'
import type { NamedArchive } from './archive-name.ts'

const PERIODS = {
  d: (at: Date) => at.toISOString().slice(0, 10),
  w: mondayOf,
  m: (at: Date) => at.toISOString().slice(0, 7),
  y: (at: Date) => at.toISOString().slice(0, 4),
} as const

type Period = keyof typeof PERIODS

/** The newest archive of each of the last `count` periods that have any is kept. */
export interface KeepRule {
  count: number
  period: Period
}

const MOST = 1000

/**
 * @param text such as `7d,4w,6m`
 * @throws CommandError
 */
export function readKeepRules(text: string): KeepRule[] {
  const rules = text.split(',').map((part) => {
    const [, count, period] = /^\s*(\d{1,4})([dwmy])\s*$/.exec(part) ?? []
    return { count: Number(count), period: period as Period }
  })
  if (rules.every(({ count }) => count >= 1 && count <= MOST)) return rules
  throw new CommandError(
    `--keep must be numbers of days, weeks, months or years, such as 7d,4w,6m, not "${text}"`,
    2,
  )
}

/**
 * The archives that no rule keeps. A period without archives does not count, so a server that made none for a month
 * still has those from before. Archives with the uploads and those without are counted apart: a small one of each night
 * must not take the place of the one that holds the pictures.
 *
 * @param newest an archive that is known to be good; it stays whatever the clock says, and those of its kind are judged.
 *   Archives with later dates were made while the clock was wrong: their age is unknown, so they stay and count for no rule
 */
export function unkept(
  archives: readonly NamedArchive[],
  rules: readonly KeepRule[],
  newest: NamedArchive,
): string[] {
  const latestFirst = archives
    .filter(({ at, media }) => media === newest.media && at <= newest.at)
    .sort((one, other) => other.at - one.at)
  const kept = new Set([newest.name])
  for (const { count, period } of rules) {
    const seen = new Set<string>()
    for (const { name, at } of latestFirst) {
      const of = PERIODS[period](new Date(at))
      if (seen.has(of)) continue
      if (seen.size === count) break
      seen.add(of)
      kept.add(name)
    }
  }
  return latestFirst.map(({ name }) => name).filter((name) => !kept.has(name))
}

function mondayOf(at: Date): string {
  const monday = new Date(at)
  monday.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return monday.toISOString().slice(0, 10)
}
