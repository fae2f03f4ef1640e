import type { Logger } from 'pino'
import type { Config } from '../base/config.ts'
import type { Bus } from '../bus/bus.ts'
import type { Fragments } from '../cache/fragment-cache.ts'
import type { CachedValueOf, InvalidatedCache } from '../cache/invalidated-cache.ts'
import type { VersionedCache } from '../cache/versioned-cache.ts'
import type { SharedCounts } from '../counters/shared-counts.ts'
import type { Database, Db } from '../db/database.ts'
import type { Family } from '../instruments/exposition-format.ts'
import type { Metrics } from '../instruments/metrics.ts'
import type { Mailer } from '../mail/mail.ts'
import type { Egress } from '../net/egress.ts'
import type { MailHosts } from '../net/mail-hosts.ts'
import type { Ffmpeg } from '../processing/ffmpeg.ts'
import type { Redis } from '../redis/redis.ts'
import type { MediaStorage } from '../storage/storage.ts'
import type { DeferredJobs } from './deferred-jobs.ts'
import type { Keys } from './keys.ts'
import type { Transact } from './tx.ts'

/** A small value that is read often and changed seldom: settings, roles, emoji, blocks. */
export type CachedValue<T> = CachedValueOf<T, Db>

/** A use of the server that is to be recorded, by the id of its user, token or session. */
export interface Use {
  kind: 'user' | 'token' | 'session'
  id: string
}

/** The processes that one `rookery serve` has started, as one of them sees them. */
export interface ProcessGroup {
  /** it has started the others */
  readonly isParent: boolean
  /** @returns the metrics of all, @param own those of this process */
  metrics(own: readonly Family[]): Promise<readonly Family[]>
}

/** The context of code that may wait for the outside: routes, inbox handlers, jobs, and functions that fetch. */
export interface App {
  readonly config: Config
  readonly log: Logger
  /** ms since 1970 */
  readonly clock: () => number
  /** ms since 1970 by the clock that all processes share, by which leases are compared: see `Database.now` */
  readonly leaseClock: () => Promise<number>
  /** reads; inside `transact` it throws: use `tx.db` there */
  readonly db: Db
  /** the same for queries that may take over 10 ms: ranked search, measures, exports */
  readonly slowDb: Db
  readonly database: Database
  /** counters of all processes; null if this is the only one */
  readonly sharedCounts: SharedCounts | null
  /** null without REDIS_URL */
  readonly redis: Redis | null
  /** messages to the server's other processes; null if this is the only one */
  readonly bus: Bus | null
  /** this process and its workers, or its parent; null without workers */
  readonly group: ProcessGroup | null
  readonly transact: Transact
  readonly egress: Egress
  readonly mailHosts: MailHosts
  readonly storage: MediaStorage
  readonly mailer: Mailer
  /** detected at its first use, which takes a quarter of a second; null if ffmpeg is missing */
  readonly ffmpeg: () => Promise<Ffmpeg | null>
  /** secrets and key pairs generated at the first start */
  readonly keys: Keys
  /** settings, roles and blocks, loaded once and cleared when any process changes them */
  readonly cached: InvalidatedCache<Db>
  /** counters of this process, for `/metrics` */
  readonly metrics: Metrics
  /** records a use in the background; repeating it changes nothing */
  readonly noteUse: (use: Use) => void
  /** jobs that reads suggest */
  readonly deferredJobs: DeferredJobs
  /** rendered parts of accounts and statuses */
  readonly fragments: Fragments
  /** other cached values computed from rows */
  readonly versioned: VersionedCache
}
