import type { Logger } from 'pino'
import type { Cached } from './cached.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './db/database.ts'
import type { Fragments } from './fragments.ts'
import type { Kept } from './kept.ts'
import type { Keys } from './keys.ts'
import type { Mailer } from './mail.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Egress } from './net/egress.ts'
import type { MailHosts } from './net/mail-hosts.ts'
import type { Ffmpeg } from './processing/ffmpeg.ts'
import type { MediaStorage } from './storage/storage.ts'
import type { Suggestions } from './suggestions.ts'
import type { Transact } from './transact.ts'

/** What may wait for the outside: routes, inbox handlers, jobs, and functions that fetch. */
export interface App {
  readonly config: Config
  readonly log: Logger
  /** ms since 1970 */
  readonly clock: () => number
  /** reads; inside `transact` it throws: use `tx.db` there */
  readonly db: Db
  /** the same for what may take over 10 ms: ranked search, measures, exports */
  readonly slowDb: Db
  readonly database: Database
  readonly transact: Transact
  readonly egress: Egress
  readonly mailHosts: MailHosts
  readonly storage: MediaStorage
  readonly mailer: Mailer
  /** looked for at its first use: the look takes a quarter of a second; null without it */
  readonly ffmpeg: () => Promise<Ffmpeg | null>
  /** secrets and key pairs made at the first start */
  readonly keys: Keys
  /** settings, roles and blocks, read once and dropped when any process changes them */
  readonly cached: Cached
  /** what this process counts of itself, for `/metrics` */
  readonly metrics: Metrics
  /** jobs that reading makes desirable */
  readonly suggestions: Suggestions
  /** rendered parts of accounts and statuses */
  readonly fragments: Fragments
  /** the rest of what is made of rows and kept */
  readonly kept: Kept
}
