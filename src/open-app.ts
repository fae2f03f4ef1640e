import { type Logger, pino } from 'pino'
import { createDeliveryEngine } from './activitypub/delivery/engine.ts'
import { createFederation } from './activitypub/federation.ts'
import type { App } from './app.ts'
import { createCached } from './cached.ts'
import * as slices from './compose.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { openMigrated } from './db/open.ts'
import { createFragments } from './fragments.ts'
import { createIdMinter, SHORT_IDS } from './ids.ts'
import { userAgentOf } from './instance/software.ts'
import { enqueueJobs } from './jobs/queue.ts'
import { createJobRunner, type JobRunner } from './jobs/runner.ts'
import { together } from './jobs/together.ts'
import { createKept } from './kept.ts'
import { loadKeys } from './keys.ts'
import { createMailer, type Mailer } from './mail.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createLazyEgress } from './net/lazy-egress.ts'
import { createMailHosts, type MailHosts } from './net/mail-hosts.ts'
import { prepareDatabase } from './prepare-database.ts'
import { leaseProcessNumber } from './process-number.ts'
import { type Ffmpeg, findFfmpeg } from './processing/ffmpeg.ts'
import { openDirectoryStorage } from './storage/directory.ts'
import type { Subscriber } from './subscriber.ts'
import { createSuggestions } from './suggestions.ts'
import { createTransact } from './transactions.ts'

const MB = 1024 * 1024
/** bytes of rendered text kept by a process */
const FRAGMENT_BYTES = { status: 32 * MB, account: 16 * MB, application: MB, made: 16 * MB }

const FULL =
  'The disk is full: the server only reads until there is room again, which it notices by itself'

export interface OpenOptions {
  log?: Logger
  /** ms since 1970 */
  clock?: () => number
  /** opened by the caller, by `openMigrated`; then it is not closed here */
  database?: Database
  mailer?: Mailer
  /** default: as DNS says, unless it is not to be asked */
  mailHosts?: MailHosts | undefined
  /** surfaces that hear of events besides the slices */
  subscribers?: readonly Subscriber[]
  onMigration?: ((name: string) => void) | undefined
  /** called when this process may not go on: ids minted from now on might not be unique */
  onLost?: () => void
}

export interface OpenApp extends AsyncDisposable {
  app: App
  /** of jobs and deliveries */
  runner: JobRunner
}

/**
 * Opens everything but HTTP: the database, brought up to date and prepared, storage, keys and the
 * job runner, which is not started. The server, the commands and the tests all begin here.
 *
 * @throws StartError with one clear line if something cannot be used
 */
export async function openApp(config: Config, options: OpenOptions = {}): Promise<OpenApp> {
  const open = new AsyncDisposableStack()
  try {
    const { onMigration } = options
    const database = options.database ?? open.use(await openMigrated(config, { onMigration }))
    const made = await assemble(config, { ...options, database }, open)
    open.defer(() => made.runner.stop())
    await prepareDatabase(made.app)
    return { ...made, [Symbol.asyncDispose]: () => open.disposeAsync() }
  } catch (error) {
    await open.disposeAsync()
    throw error
  }
}

async function assemble(
  config: Config,
  options: OpenOptions & { database: Database },
  open: AsyncDisposableStack,
): Promise<Pick<OpenApp, 'app' | 'runner'>> {
  const { database, clock = Date.now, log = pino({ level: config.logLevel }) } = options
  const { onLost = () => process.exit(1) } = options
  const number = open.use(await leaseProcessNumber(database, clock, onLost))
  if (number.isPending) log.warn(FULL)
  const egress = { allow: config.egressAllow, userAgent: userAgentOf(config.origin) }
  const app: App = {
    config,
    log,
    clock,
    db: database.db,
    slowDb: database.slowDb,
    database,
    transact: (work) => transact(work),
    egress: open.use(createLazyEgress(egress)),
    mailHosts: options.mailHosts ?? (config.emailDns ? createMailHosts() : async () => null),
    storage: await openDirectoryStorage(config.mediaStorage),
    mailer: options.mailer ?? createMailer(config, log),
    ffmpeg: once(findFfmpeg),
    keys: await loadKeys(database),
    cached: createCached(database.db),
    fragments: createFragments(FRAGMENT_BYTES),
    kept: createKept(),
    metrics: createMetrics(),
    suggestions: createSuggestions((work) => transact(work), log),
    federation: createFederation(clock, slices.actors, slices.inboxHandlers),
  }
  open.defer(() => app.suggestions.flush())
  const jobs = createJobRunner(app, slices.jobs)
  const deliveries = createDeliveryEngine(app)
  const runner = together(jobs, deliveries)
  const transact = createTransact({
    database,
    config,
    clock,
    ids: createIdMinter(number, clock),
    shortIds: createIdMinter(number, clock, SHORT_IDS),
    ready: number.ready,
    subscribers: [...slices.subscribers, deliveries.subscriber, ...(options.subscribers ?? [])],
    enqueueJobs,
    wakeJobs: () => jobs.wake(),
    onAnnounceError: (error, event) => log.error({ err: error, event }, 'announcing failed'),
    app: () => app,
  })
  open.defer(database.onForeignChange(() => readAgain(app, runner)))
  return { app, runner }
}

/** Another process, such as a command, has changed something: settings, or what jobs there are. */
function readAgain({ cached, fragments }: App, runner: JobRunner): void {
  cached.clear()
  fragments.nextEpoch()
  runner.wake()
}

function once(look: () => Promise<Ffmpeg | null>): () => Promise<Ffmpeg | null> {
  let found: Promise<Ffmpeg | null> | undefined
  return () => (found ??= look())
}
