import type { Logger } from 'pino'
import { createFederation } from '../../kernel/activitypub/federation.ts'
import type { Config } from '../../kernel/base/config.ts'
import { createSharedBus } from '../../kernel/bus/shared-bus.ts'
import { createFragments } from '../../kernel/cache/fragment-cache.ts'
import { createInvalidatedCache } from '../../kernel/cache/invalidated-cache.ts'
import { createVersionedCache } from '../../kernel/cache/versioned-cache.ts'
import type { App } from '../../kernel/core/app.ts'
import { loadKeys } from '../../kernel/core/keys.ts'
import { createSharedCounts } from '../../kernel/counters/shared-counts.ts'
import { openSqliteReader, type ReaderDatabase } from '../../kernel/db/sqlite/open-reader.ts'
import { createMetrics } from '../../kernel/instruments/metrics.ts'
import { installedFfmpeg } from '../../kernel/processing/ffmpeg.ts'
import { openMedia } from '../../kernel/storage/open-media.ts'
import { actors } from '../actor-directory.ts'
import { forgetOnNews } from '../other-processes.ts'
import { ANNOUNCED_TABLES } from './announced-tables.ts'
import type { Channel } from './channel.ts'
import { countStoreOf, groupOf } from './group.ts'
import { workerLink } from './links.ts'

const MB = 1024 * 1024
/** bytes of rendered text cached by a reader: half of what a process has that is alone */
const FRAGMENT_BYTES = { status: 16 * MB, account: 8 * MB, application: MB, made: 8 * MB }

export interface ReaderApp {
  app: App
  database: ReaderDatabase
}

interface Options {
  channel: Channel
  log: Logger
  /** called instead of each effect; throws */
  demandWriter: () => never
}

/**
 * The application of a process that reads only. Every effect on the database or the outside throws instead, so that
 * the request is passed on; what reads leave to be done later is told to the writer.
 */
export async function openReaderApp(
  config: Config,
  { channel, log, demandWriter }: Options,
  open: AsyncDisposableStack,
): Promise<ReaderApp> {
  const database = open.use(
    openSqliteReader(config.dataDir, {
      announcedTables: ANNOUNCED_TABLES,
      refuseToWrite: demandWriter,
    }),
  )
  const metrics = createMetrics()
  const clock = Date.now
  const store = countStoreOf(channel)
  const sharedCounts = open.use(createSharedCounts({ store, clock, log, metrics }))
  const link = workerLink(channel, database.tryToLook)
  const bus = open.use(await createSharedBus(link, { log, metrics, carrier: 'IPC' }))
  const later = async () => demandWriter()
  const federation = createFederation(clock, null, actors, [])
  const app: App = {
    ...{ config, log, clock, metrics, database, sharedCounts, bus },
    ...{ db: database.db, slowDb: database.slowDb, leaseClock: database.now },
    ...{ redis: null, group: groupOf(channel) },
    transact: later,
    egress: { fetch: later, download: later, async [Symbol.asyncDispose]() {} },
    mailHosts: later,
    mailer: { send: later },
    // whether it is there is told to clients; what runs it writes what it made
    ffmpeg: installedFfmpeg,
    storage: await openMedia(config, { secret: async () => (await loadKeys(database)).csrfSecret }),
    keys: await loadKeys(database),
    cached: createInvalidatedCache(database.db),
    fragments: createFragments(FRAGMENT_BYTES),
    versioned: createVersionedCache(),
    noteUse: (use) => channel.tell('used', use),
    deferredJobs: { add: (job) => channel.tell('suggested', job), flush: async () => {} },
    // its budgets are for requests to other servers, which the writer makes and counts, as it fetches their keys: each
    // check of a signature first asks for a key, and would leave its marks in this process only
    federation: { ...federation, keys: { ...federation.keys, get: demandWriter } },
  }
  forgetOnNews(app)
  channel.onTold('foreignCommit', database.noticeForeignCommit)
  return { app, database }
}
