import { countHosts, countWaiting } from '../../kernel/activitypub/delivery/counts.ts'
import { DAY, HOUR } from '../../kernel/base/durations.ts'
import type { App } from '../../kernel/core/app.ts'
import { databaseBytes } from '../../kernel/db/database-size.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { countJobs } from '../../kernel/jobs/operator.ts'
import { numberOf, samplesOf, sumOf } from './metric-samples.ts'
import { metricsOf } from './own-metrics.ts'
import type { Sample } from './samples.ts'
import { freeOrNull, measureStorage } from './storage-use.ts'

/** ms for which figures are kept */
const KEPT = 90 * DAY

/** Figures of each hour, one row for all processes. */
export const jobs: JobHandlers = {
  'health.sample': { every: HOUR, maxAttempts: 2, run: takeSample },
}

/** A second run in the same hour changes nothing. */
async function takeSample(app: App): Promise<void> {
  const sample = await measure(app)
  await app.transact(async (tx) => {
    await tx.db
      .insertInto('health_sample')
      .values(sample)
      .onConflict((conflict) => conflict.column('at').doNothing())
      .execute()
    await tx.db
      .deleteFrom('health_sample')
      .where('at', '<', tx.now - KEPT)
      .execute()
  })
}

async function measure(app: App): Promise<Sample> {
  const { slowDb: db, config } = app
  const now = app.clock()
  const at = now - (now % HOUR)
  const kinds = await countJobs(db)
  const metrics = await metricsOf(app)
  const answers = samplesOf(metrics, 'rookery_http_requests_total', 'status')
  return {
    at,
    database_bytes: await databaseBytes(db),
    // it reads a row of every file, so once a day
    media_bytes: at % DAY === 0 ? await mediaBytes(app) : null,
    free_bytes: freeOrNull(config.dataDir),
    jobs_waiting: kinds.reduce((sum, { waiting }) => sum + waiting, 0),
    jobs_parked: kinds.reduce((sum, { parked }) => sum + parked, 0),
    deliveries_waiting: await countWaiting(db),
    hosts_silent: (await countHosts(db)).open,
    started_at: Math.round((numberOf(metrics, 'process_start_time_seconds') ?? 0) * 1000),
    requests: sumOf(answers),
    errors: answers.get('5xx') ?? 0,
    stalls: sumOf(samplesOf(metrics, 'rookery_event_loop_stalls_total', 'cause')),
  }
}

async function mediaBytes({ slowDb, config }: App): Promise<number> {
  const { local_media, cached_media, archives } = await measureStorage(slowDb, config)
  return local_media.bytes + cached_media.bytes + archives.bytes
}
