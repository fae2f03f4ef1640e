import { spawnSync } from 'node:child_process'

/**
 * The time that all files of the package get, in seconds since 1970: that of the commit, so that the same sources make
 * the same bytes.
 *
 * @see https://reproducible-builds.org/specs/source-date-epoch/
 */
export function buildTime(root: string, env: NodeJS.ProcessEnv): number {
  const given = env.SOURCE_DATE_EPOCH
  if (given) {
    if (/^\d{1,12}$/.test(given)) return Number(given)
    throw new Error(`SOURCE_DATE_EPOCH is a number of seconds, not "${given}"`)
  }
  const told = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  const time = Number(told.stdout?.trim() || NaN)
  if (told.status === 0 && Number.isInteger(time)) return time
  throw new Error('There is no commit to take the time of the package from: set SOURCE_DATE_EPOCH')
}
