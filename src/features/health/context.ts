import type { Config } from '../../kernel/base/config.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { Text } from '../../kernel/text/messages.ts'
import type { Finding } from './finding.ts'

/** Everything that a check of the server looks at, in the server or in a command beside it. */
export interface HealthContext {
  config: Config
  /** with the schema of this version */
  database: Database
  /** ms since 1970 */
  now: number
  /** of the servers that run here */
  servers: readonly ServerMetrics[]
}

/** The metrics of a server in the format of `/metrics`. */
export interface ServerMetrics {
  name: Text
  metrics: string
}

export type HealthCheck = (context: HealthContext) => Promise<readonly Finding[]>

/** A check of running processes alone, which needs no database. */
export type ProcessCheck = (
  seen: Pick<HealthContext, 'servers' | 'now'>,
) => Promise<readonly Finding[]>
