import type { Logger } from 'pino'
import { userAgentOf } from '../features/instance/software.ts'
import { createUseWriter } from '../features/oauth/last-use.ts'
import { createDeliveryEngine } from '../kernel/activitypub/delivery/engine.ts'
import { createFederation } from '../kernel/activitypub/federation.ts'
import type { Config } from '../kernel/base/config.ts'
import { ReadOnly, type StorageFull } from '../kernel/base/errors.ts'
import { createIdMinter, SHORT_IDS } from '../kernel/base/ids.ts'
import type { Bus } from '../kernel/bus/bus.ts'
import { openBus, openGroupBus } from '../kernel/bus/open.ts'
import { createFragments } from '../kernel/cache/fragment-cache.ts'
import { createInvalidatedCache } from '../kernel/cache/invalidated-cache.ts'
import { createVersionedCache } from '../kernel/cache/versioned-cache.ts'
import type { App } from '../kernel/core/app.ts'
import { createDeferredJobs } from '../kernel/core/deferred-jobs.ts'
import { type Keys, loadKeys } from '../kernel/core/keys.ts'
import type { Subscriber } from '../kernel/core/subscriber.ts'
import { createTransact } from '../kernel/core/transact.ts'
import type { Database } from '../kernel/db/database.ts'
import { openMigrated } from '../kernel/db/open.ts'
import { createMetrics } from '../kernel/instruments/metrics.ts'
import { combineRunners } from '../kernel/jobs/combined-runner.ts'
import { enqueueJobs } from '../kernel/jobs/queue.ts'
import { createJobRunner, type JobRunner } from '../kernel/jobs/runner.ts'
import { createMailer, type Mailer } from '../kernel/mail/mail.ts'
import { createLazyEgress } from '../kernel/net/lazy-egress.ts'
import { createMailHosts, type MailHosts } from '../kernel/net/mail-hosts.ts'
import { openLog } from '../kernel/observe/log.ts'
import { installedFfmpeg } from '../kernel/processing/ffmpeg.ts'
import { openRedis } from '../kernel/redis/redis.ts'
import { openMedia } from '../kernel/storage/open-media.ts'
import { actors } from './actor-directory.ts'
import { clockBehindPosts, clockDifference, SET_CLOCK } from './clock-difference.ts'
import { inboxHandlers } from './compose/inbox.ts'
import { jobs } from './compose/jobs.ts'
import { subscribers } from './compose/subscribers.ts'
import { leaseProcessNumber } from './id-lease.ts'
import { rememberResults } from './mail-results.ts'
import { followOthers, forget, wakingOf } from './other-processes.ts'
import { createVersionGuard } from './outdated.ts'
import { prepareDatabase } from './prepare-database.ts'
import { openSharedCounts } from './shared-counts.ts'
import type { Membership } from './workers/group.ts'

const MB = 1024 * 1024
/** bytes of rendered text cached by a process */
const FRAGMENT_BYTES = { status: 32 * MB, account: 16 * MB, application: MB, made: 16 * MB }

/** ms between two equal lines about a media store */
const FAILURE_INTERVAL = 60_000

const BESIDE =
  'Another server uses this database, but each thinks that it is alone: limits and streams are not shared. Start each with --only, or set REDIS_URL'

function onlyReads(lack: StorageFull): string {
  return lack instanceof ReadOnly
    ? `The server only reads until the database takes writes, which it notices by itself. ${lack.reason}`
    : 'The disk is full: the server only reads until there is room again, which it notices by itself'
}

const NUMBER_LOST = 'another process took over its number in the database'

export interface OpenOptions {
  log?: Logger
  /** ms since 1970 */
  clock?: () => number
  /** by which leases are compared; default `clock` if that is given, else the database's */
  leaseClock?: () => Promise<number>
  /** opened by the caller with `openMigrated`, who also closes it */
  database?: Database
  mailer?: Mailer
  /** default: DNS lookups, unless they are disabled */
  mailHosts?: MailHosts | undefined
  /** subscribers of the surfaces, in addition to those of the features */
  subscribers?: readonly Subscriber[]
  onMigration?: ((name: string) => void) | undefined
  /** called with the reason when this process must end: its ids might not be unique, or its version is outdated */
  onLost?: (reason: string) => void
  /** of a server with workers */
  member?: Membership | undefined
  /** a server, which joins the bus; otherwise a command beside it */
  serves?: boolean
  /** false: folders of media are made with the first file only, as for a command that looks; default true */
  makesFolders?: boolean
}

export interface OpenApp extends AsyncDisposable {
  app: App
  /** of jobs and deliveries */
  runner: JobRunner
}

/**
 * Opens everything except HTTP: the migrated and prepared database, storage, keys and the job runner, which is not
 * started. The server, the commands and the tests all begin here.
 *
 * @throws StartError with one clear line if something cannot be used
 */
export async function openApp(config: Config, options: OpenOptions = {}): Promise<OpenApp> {
  const open = new AsyncDisposableStack()
  try {
    const { onMigration, log = openLog({ level: config.logLevel }) } = options
    const tell = tellerOf(log, options.member)
    const database = options.database ?? open.use(await openMigrated(config, { onMigration, tell }))
    const made = await assemble(config, { ...options, database, log }, open)
    open.defer(() => made.runner.stop())
    await prepareDatabase(made.app, { serves: options.serves === true })
    return { ...made, [Symbol.asyncDispose]: () => open.disposeAsync() }
  } catch (error) {
    await open.disposeAsync()
    throw error
  }
}

/** One process of a group tells the operator what the database lacks. */
function tellerOf(log: Logger, member: Membership | undefined) {
  if (member?.group.isParent === false) return undefined
  return (line: string, isGood: boolean) => log[isGood ? 'info' : 'warn'](line)
}

async function assemble(
  config: Config,
  options: OpenOptions & { database: Database; log: Logger },
  open: AsyncDisposableStack,
): Promise<Pick<OpenApp, 'app' | 'runner'>> {
  const { database, log, clock = Date.now } = options
  // a clock that is given stands for all clocks
  const leaseClock = options.leaseClock ?? (options.clock ? async () => clock() : database.now)
  const { onLost = exitFor(log) } = options
  const version = createVersionGuard(database.db, onLost)
  const numberLost = () => onLost(NUMBER_LOST)
  const { member } = options
  const beside = () => {
    if (!config.severalProcesses) log.warn(BESIDE)
  }
  // the parent looks for other servers, and its workers are none
  const isServer = options.serves === true && member?.group.isParent !== false
  const number = open.use(
    await leaseProcessNumber(database, leaseClock, numberLost, isServer ? beside : undefined),
  )
  if (number.lack !== null) log.warn(onlyReads(number.lack))
  const difference = await clockDifference(database, clock)
  if (difference !== null) log.warn(`${difference}. ${SET_CLOCK}`)
  const behind = isServer ? await clockBehindPosts(database, clock) : null
  if (behind !== null) log.error(`${behind}. ${SET_CLOCK}`)
  const keys = await loadKeys(database)
  const egress = { allow: config.egressAllow, userAgent: userAgentOf(config.origin) }
  const { redisUrl, domain } = config
  const redis = redisUrl === null ? null : open.use(await openRedis(redisUrl, domain, log))
  const metrics = createMetrics()
  const counting = { database, redis, clock, log, metrics }
  const sharedCounts = openSharedCounts(config, counting, member?.ties?.countStore)
  open.use(sharedCounts)
  const bus = await busOf(config, options, { redis, database, log, metrics })
  if (bus !== null) open.use(bus)
  const app: App = {
    config,
    log,
    clock,
    leaseClock,
    db: database.replica?.db ?? database.db,
    slowDb: database.slowDb,
    database,
    sharedCounts,
    redis,
    bus,
    group: member?.group ?? null,
    transact: (work) => transact(work),
    egress: open.use(createLazyEgress(egress)),
    mailHosts: options.mailHosts ?? (config.emailDns ? createMailHosts() : async () => null),
    storage: await openMedia(config, mediaOptions(keys, log, options.makesFolders)),
    mailer: rememberResults(options.mailer ?? createMailer(config, log), () => app),
    ffmpeg: installedFfmpeg,
    keys,
    cached: createInvalidatedCache(database.db),
    fragments: createFragments(FRAGMENT_BYTES, () => database.replica?.catchUp()),
    versioned: createVersionedCache(),
    metrics,
    noteUse: (use) => noteUse(use),
    deferredJobs: createDeferredJobs((work) => transact(work), log),
    federation: createFederation(clock, sharedCounts, actors, inboxHandlers),
  }
  const noteUse = createUseWriter(app)
  open.defer(() => app.deferredJobs.flush())
  const jobRunner = createJobRunner(app, jobs)
  const deliveries = createDeliveryEngine(app)
  const runner = combineRunners(jobRunner, deliveries)
  const waking = wakingOf(() => app, {
    jobs: () => jobRunner.wake(),
    deliveries: deliveries.subscriber,
  })
  const transact = createTransact({
    database,
    config,
    clock,
    ids: createIdMinter(number, clock),
    shortIds: createIdMinter(number, clock, SHORT_IDS),
    ready() {
      version.refuseIfOutdated()
      return number.ready()
    },
    subscribers: [...subscribers, waking.deliveries, ...(options.subscribers ?? [])],
    enqueueJobs,
    wakeJobs: waking.jobs,
    onAnnounceError: (error, event) => log.error({ err: error, event }, 'announcing failed'),
    app: () => app,
  })
  followOthers(app, runner)
  const onForeignChange = () => {
    void version.look()
    reloadChanges(app, runner)
  }
  open.defer(database.onForeignChange(onForeignChange))
  return { app, runner }
}

async function busOf(
  config: Config,
  { serves, member }: OpenOptions,
  { log, metrics, ...carriers }: Pick<App, 'redis' | 'database' | 'log' | 'metrics'>,
): Promise<Bus | null> {
  const ties = member?.ties ?? null
  if (ties !== null) return openGroupBus(ties.link, { log, metrics })
  return serves ? openBus(config, carriers, { log, metrics }) : null
}

function exitFor(log: Logger): (reason: string) => void {
  return (reason) => {
    log.error(reason)
    process.exit(1)
  }
}

/** Reacts to changes by another process, such as a command: settings, or queued jobs. */
function reloadChanges(app: App, runner: JobRunner): void {
  forget(app)
  runner.wake()
}

function mediaOptions(keys: Keys, log: Logger, makes = true) {
  return {
    secret: async () => keys.csrfSecret,
    onFailure: inIntervals(FAILURE_INTERVAL, (line) => log.error(line)),
    makes,
  }
}

/** A store that is away would fill the log with one line. */
function inIntervals(interval: number, write: (line: string) => void): (line: string) => void {
  let last = { line: '', at: 0 }
  return (line) => {
    const now = performance.now()
    if (line === last.line && now - last.at < interval) return
    last = { line, at: now }
    write(line)
  }
}
