import { backupMarks } from '../../features/instance/backup-marks.ts'
import type { Config } from '../../kernel/base/config.ts'
import { firstFailure } from '../../kernel/base/first-failure.ts'
import type { App } from '../../kernel/core/app.ts'
import { CommandError } from '../command.ts'
import { parseArchiveName } from './archive-name.ts'
import { type Checked, type Checking, checkArchive, NotGood } from './check-archive.ts'
import { describeFailure, isOfBackups } from './failure.ts'
import type { BackupPlace } from './place.ts'

/** Results of the newest archives. */
export interface Checks {
  good: Checked[]
  /** those that are not good first; the others could not be checked */
  failures: Failure[]
}

export interface Failure {
  /** null: none was found */
  name: string | null
  isBad: boolean
  /** for the operator */
  error: unknown
}

/**
 * Checks the newest archive of this server without the uploads, and the newest one with them: where small ones are made each
 * night, nobody would else look at the large one of each week. How it ended is kept in the database of the server, also where
 * there is none, or the place cannot be opened: else nobody would hear that nothing is checked any more.
 */
export async function checkBackups(
  app: App,
  open: () => Promise<BackupPlace>,
  checking: Checking,
): Promise<Checks> {
  const checks = await check(app, open, checking)
  const [worst] = checks.failures
  // of one that was interrupted nothing is known, as before
  if (worst?.isBad || isOfBackups(worst?.error, checking.signal)) await remember(app, checks)
  return checks
}

async function check(
  app: App,
  open: () => Promise<BackupPlace>,
  checking: Checking,
): Promise<Checks> {
  const checks: Checks = { good: [], failures: [] }
  const failed = (thrown: unknown, name: string | null) => {
    const failure = firstFailure(thrown)
    const isBad = failure instanceof NotGood
    const error = describeFailure(isBad ? failure.cause : failure, app.config.dataDir)
    checks.failures[isBad ? 'unshift' : 'push']({ name, isBad, error })
  }
  try {
    const place = await open()
    for (const name of await newestIn(place, app.config, app.clock())) {
      await checkArchive(app, place, { name, ...checking }).then(
        (checked) => checks.good.push(checked),
        (thrown) => failed(thrown, name),
      )
      if (checking.signal.aborted) break
    }
  } catch (thrown) {
    failed(thrown, null)
  }
  return checks
}

async function remember(app: App, { good, failures }: Checks): Promise<void> {
  const bad = failures.find(({ isBad }) => isBad)
  const unchecked = failures.find(({ isBad }) => !isBad)
  const result = bad ?? (unchecked === undefined ? good[0] : undefined)
  const problem = bad === undefined ? null : messageOf(bad.error)
  const saving = app.transact(async (tx) => {
    const at = tx.now
    if (result?.name != null) {
      await backupMarks.save(tx, 'checked', { at, name: result.name, problem })
    }
    const reason = unchecked === undefined ? null : { at, reason: messageOf(unchecked.error) }
    await backupMarks.save(tx, 'unchecked', reason)
  })
  // a failure is told anyway
  await (failures.length > 0 ? saving.catch(() => {}) : saving)
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/**
 * The newest archive of each kind that is there, the newer one first. Dates to come are of a clock that was wrong: such
 * archives count where there are no others of their kind.
 */
async function newestIn(place: BackupPlace, { domain }: Config, now: number): Promise<string[]> {
  const names = await place.list().catch((error) => {
    throw describeFailure(error, place.description)
  })
  const all = names.map((name) => parseArchiveName(domain, name)).filter((one) => one !== null)
  const latestFirst = all.sort((one, other) => other.at - one.at)
  const newest = [false, true].map((media) => {
    const ofKind = latestFirst.filter((one) => one.media === media)
    return ofKind.find(({ at }) => at <= now) ?? ofKind[0]
  })
  const found = latestFirst.filter((one) => newest.includes(one)).map(({ name }) => name)
  if (found.length > 0) return found
  throw new CommandError(`There is no backup of ${domain} in ${place.description}`)
}
