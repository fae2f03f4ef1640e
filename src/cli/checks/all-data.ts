import { checkBackups } from '../../features/health/backups.ts'
import type { HealthCheck } from '../../features/health/context.ts'
import { checkDatabaseUse } from '../../features/health/database.ts'
import { checkForecast } from '../../features/health/disk.ts'
import type { Finding } from '../../features/health/finding.ts'
import { checkJobs } from '../../features/health/jobs.ts'
import { checkMails } from '../../features/health/mail.ts'
import { checkServers } from '../../features/health/servers.ts'
import type { Config } from '../../kernel/base/config.ts'
import { describeMediaPlace } from '../../kernel/base/media-place.ts'
import { loadKeys } from '../../kernel/core/keys.ts'
import type { Database } from '../../kernel/db/database.ts'
import { isMissing, openDatabase } from '../../kernel/db/open.ts'
import { StartError } from '../../kernel/db/start-error.ts'
import { openMedia } from '../../kernel/storage/open-media.ts'
import type { MediaStorage } from '../../kernel/storage/storage.ts'
import { checkCounters } from './counters.ts'
import type { Data, DataCheck } from './data.ts'
import { isUpToDate } from './database.ts'
import { findingsOf } from './findings-of.ts'
import { checkIndexes } from './indexes.ts'
import { checkMediaFiles } from './media-files.ts'
import { checkReferences } from './references.ts'

/** Indexes come first: the other checks need them. */
const CHECKS: readonly DataCheck[] = [checkIndexes, checkReferences, checkCounters, checkMediaFiles]

/** Beside these the Health page of the administration has what is checked without the database. */
const HEALTH_CHECKS: readonly HealthCheck[] = [
  checkForecast,
  checkBackups,
  checkJobs,
  checkServers,
  checkDatabaseUse,
]

/** Checks all data of the database; an unusable database was reported by an earlier check. */
export async function* checkData(
  config: Config,
  given: Pick<Data, 'repair' | 'progress'>,
): AsyncGenerator<Finding> {
  if (isMissing(config)) return
  const opened = await openDatabase(config, { process: 'tool' }).catch(() => null)
  if (opened === null) return
  await using database = opened
  if (!(await isUpToDate(database))) return
  const storage = await storageOf(config, database)
  const place = describeMediaPlace(config)
  const seen = { config, database, now: Date.now(), servers: [] }
  const all = [
    ...CHECKS.map((check) => () => check({ database, storage, place, ...given })),
    ...HEALTH_CHECKS.map((check) => () => check(seen)),
    // a server without mails was told of by an earlier check
    ...(config.smtpUrl === null ? [] : [() => checkMails(seen)]),
  ]
  for (const check of all) yield* await findingsOf(check)
}

/** Null if its folder or that of before cannot be used, of which the check of the folders told. */
async function storageOf(config: Config, database: Database): Promise<MediaStorage | null> {
  const secret = async () => (await loadKeys(database)).csrfSecret
  try {
    return await openMedia(config, { secret, makes: false })
  } catch (error) {
    if (error instanceof StartError) return null
    throw error
  }
}
