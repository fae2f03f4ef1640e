import { backupMarks } from '../../features/instance/backup-marks.ts'
import type { Config } from '../../kernel/base/config.ts'
import { firstFailure } from '../../kernel/base/first-failure.ts'
import type { App } from '../../kernel/core/app.ts'
import { CommandError } from '../command.ts'
import { parseArchiveName } from './archive-name.ts'
import { type Checked, type Checking, checkArchive, NotGood } from './check-archive.ts'
import { describeFailure } from './failure.ts'
import type { BackupPlace } from './place.ts'

/**
 * Checks the newest archive of this server. How it ended is kept in the database of the server, also where there is none, or
 * the place cannot be opened: else nobody would hear that nothing is checked any more.
 *
 * @throws CommandError with the first thing that is wrong
 */
export async function checkBackup(
  app: App,
  open: () => Promise<BackupPlace>,
  checking: Checking,
): Promise<Checked> {
  let name: string | null = null
  try {
    const place = await open()
    name = await newestIn(place, app.config, app.clock())
    const checked = await checkArchive(app, place, { name, ...checking })
    await remember(app, name, null)
    return checked
  } catch (thrown) {
    const failure = firstFailure(thrown)
    const isBad = failure instanceof NotGood
    const error = describeFailure(isBad ? failure.cause : failure, app.config.dataDir)
    if (!checking.signal.aborted) await remember(app, isBad ? name : null, error).catch(() => {})
    throw error
  }
}

/** @param name of an archive that was restored, or is not good; null if none could be checked */
function remember(app: App, name: string | null, error: unknown): Promise<void> {
  const problem = error === null ? null : error instanceof Error ? error.message : String(error)
  return app.transact(async (tx) => {
    if (name === null) {
      return backupMarks.save(tx, 'unchecked', { at: tx.now, reason: String(problem) })
    }
    await backupMarks.save(tx, 'checked', { at: tx.now, name, problem })
    await backupMarks.save(tx, 'unchecked', null)
  })
}

/** Dates to come are of a clock that was wrong: such archives count where there are no others. */
async function newestIn(place: BackupPlace, { domain }: Config, now: number): Promise<string> {
  const names = await place.list().catch((error) => {
    throw describeFailure(error, place.description)
  })
  const all = names.map((name) => parseArchiveName(domain, name)).filter((one) => one !== null)
  const latestFirst = all.sort((one, other) => other.at - one.at)
  const newest = latestFirst.find(({ at }) => at <= now) ?? latestFirst[0]
  if (newest !== undefined) return newest.name
  throw new CommandError(`There is no backup of ${domain} in ${place.description}`)
}
