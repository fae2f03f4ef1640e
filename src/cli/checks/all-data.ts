import type { Config } from '../../config.ts'
import { openDatabase } from '../../db/open.ts'
import { openDirectoryStorage } from '../../storage/directory.ts'
import { checkCounters } from './counters.ts'
import type { Data, DataCheck } from './data.ts'
import { isMissing, isUpToDate } from './database.ts'
import type { Finding } from './finding.ts'
import { checkIndexes } from './indexes.ts'
import { checkJobs } from './jobs.ts'
import { checkMediaFiles } from './media-files.ts'
import { checkReferences } from './references.ts'

/** Indexes come first: the others need them. */
const CHECKS: readonly DataCheck[] = [
  checkIndexes,
  checkReferences,
  checkCounters,
  checkMediaFiles,
  checkJobs,
]

/** Looks at everything that the database holds; one that cannot be used has been told of before. */
export async function* checkData(
  config: Config,
  given: Pick<Data, 'repair' | 'progress'>,
): AsyncGenerator<Finding> {
  if (isMissing(config)) return
  const opened = await openDatabase(config, { process: 'tool' }).catch(() => null)
  if (opened === null) return
  await using database = opened
  if (!(await isUpToDate(database))) return
  const storage = await openDirectoryStorage(config.mediaStorage)
  for (const check of CHECKS) yield* await check({ database, storage, ...given })
}
