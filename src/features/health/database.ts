import { hostOfPostgres } from '../../kernel/base/postgres-address.ts'
import type { ReplicaState } from '../../kernel/db/database.ts'
import { connectionUse, databaseBytes, databaseSoftware } from '../../kernel/db/database-size.ts'
import { asText, type Text, t } from '../../kernel/text/messages.ts'
import { bytesText } from './amounts.ts'
import type { HealthCheck } from './context.ts'
import { type Finding, ok, warn } from './finding.ts'

/** share of the connections of PostgreSQL above which there may soon be none for the next process */
const MANY = 0.8

/** Size and kind of the database, and on PostgreSQL its connections. */
export const checkDatabaseUse: HealthCheck = async ({ database }) => {
  const { slowDb: db } = database
  const [{ name, version }, bytes] = [await databaseSoftware(db), await databaseBytes(db)]
  const size = ok(
    t('{software} holds {bytes}', { software: `${name} ${version}`, bytes: bytesText(bytes) }),
  )
  const use = await connectionUse(db)
  if (use === null) return [size]
  const text = t('{used} of {most} connections to PostgreSQL are open', { ...use })
  if (use.used <= use.most * MANY) return [size, ok(text)]
  return [size, warn(text, t('Lower DATABASE_POOL, or raise max_connections of PostgreSQL'))]
}

/** The replica of a server that runs. */
export const checkOwnReplica: HealthCheck = async ({ config, database }) => {
  const { replicaUrl } = config.postgres
  if (replicaUrl === null || database.replica === null) return []
  return [judgeReplica(hostOfPostgres(replicaUrl), database.replica.state())]
}

export function judgeReplica(host: Text, { isUsed, lag, fault }: ReplicaState): Finding {
  if (isUsed && lag !== null) {
    const seconds = (lag / 1000).toFixed(1)
    return ok(
      t('The replica at {host} follows the database, {seconds} s behind', { host, seconds }),
    )
  }
  const reason = fault !== null ? asText(fault) : t('it has not caught up yet')
  return warn(
    t('The replica at {host} is left aside: {reason}', { host, reason }),
    t('Visitors are answered from the primary; look at the log of the replica'),
  )
}
