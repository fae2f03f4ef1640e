import type { Config } from '../../kernel/base/config.ts'
import { loadKeys } from '../../kernel/core/keys.ts'
import { openDatabase } from '../../kernel/db/open.ts'
import { openStorage } from '../../kernel/storage/open-storage.ts'
import { checkCounters } from './counters.ts'
import type { Data, DataCheck } from './data.ts'
import { isMissing, isUpToDate } from './database.ts'
import type { Finding } from './finding.ts'
import { checkIndexes } from './indexes.ts'
import { checkJobs } from './jobs.ts'
import { checkMediaFiles } from './media-files.ts'
import { checkReferences } from './references.ts'

/** Indexes come first: the other checks need them. */
const CHECKS: readonly DataCheck[] = [
  checkIndexes,
  checkReferences,
  checkCounters,
  checkMediaFiles,
  checkJobs,
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
  const storage = await openStorage(config, {
    secret: async () => (await loadKeys(database)).csrfSecret,
  })
  for (const check of CHECKS) yield* await check({ database, storage, ...given })
}
