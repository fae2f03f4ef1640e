import { existsSync } from 'node:fs'
import type { Config } from '../../kernel/base/config.ts'
import { DAY } from '../../kernel/base/durations.ts'
import { freeBytes } from '../../kernel/base/free-space.ts'
import { t } from '../../kernel/text/messages.ts'
import { bytesText } from './amounts.ts'
import type { HealthCheck } from './context.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { samplesSince } from './samples.ts'

const GIGABYTE = 1024 ** 3
/** below these limits a server fails soon, or at once */
const LITTLE_SPACE = 5 * GIGABYTE
const NO_SPACE = GIGABYTE / 4
/** days from whose figures the next ones are foretold, and of which there must be some */
const LOOKED_BACK = 14
const FEWEST = 3
/** days in which somebody can still do something about it */
const SOON = 30

/** The room on the disks of the data and, where it is a folder, of the media. */
export function checkSpace({ dataDir, mediaStorage, s3 }: Config): Finding[] {
  const folders = [['DATA_DIR', dataDir], ...(s3 === null ? [['MEDIA_STORAGE', mediaStorage]] : [])]
  return folders.flatMap(([name = '', path = '']) =>
    existsSync(path) ? [spaceOf(path, name)] : [],
  )
}

function spaceOf(path: string, name: string): Finding {
  const free = freeBytes(path)
  const text = t('{free} are free for {name}', { free: bytesText(free), name })
  const advice = t('Make room before uploads and backups use it up')
  if (free < NO_SPACE) return fail(text, advice)
  return free < LITTLE_SPACE ? warn(text, advice) : ok(text)
}

/** Foretells from the figures of the last days when the disk of the data will be full. */
export const checkForecast: HealthCheck = async ({ database, now }) => {
  const samples = await samplesSince(database.slowDb, now - LOOKED_BACK * DAY)
  const points = samples.flatMap(({ at, free_bytes: free }) =>
    free === null ? [] : [{ at, free }],
  )
  const days = daysUntilFull(points)
  if (days === null) return []
  const text = t('At the rate of the last days the disk will be full in {days} days', {
    days: Math.floor(days),
  })
  if (days > SOON) return [ok(text)]
  return [warn(text, t('Make room, or remove kept files of others with rookery media prune'))]
}

/**
 * The days until nothing is free on the line through the points that has the least squares; null: there are too few
 * points, or it does not become less.
 */
export function daysUntilFull(points: readonly { at: number; free: number }[]): number | null {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || last.at - first.at < FEWEST * DAY) return null
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const days = points.map(({ at }) => (at - first.at) / DAY)
  const [middle, level] = [mean(days), mean(points.map(({ free }) => free))]
  const moved = points.map(({ free }, at) => (days[at]! - middle) * (free - level))
  const spread = days.map((day) => (day - middle) ** 2)
  const slope = mean(moved) / mean(spread)
  return slope < 0 ? last.free / -slope : null
}
