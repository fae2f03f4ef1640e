import type { QueryConfig, QueryResult } from 'pg'
import { ReadOnly } from '../../base/errors.ts'
import { nameOfPostgres } from '../../base/postgres-address.ts'
import { POSTGRES_DEFAULTS, type PostgresSettings } from '../../base/postgres-settings.ts'
import { readCacheEpoch } from '../cache-epoch.ts'
import { createChangeWatch } from '../change-watch.ts'
import type { Database, Db } from '../database.ts'
import { createQueryStatistics } from '../query-statistics.ts'
import { readOnlyState } from '../read-only.ts'
import { demandRights, lackOfRights, lackOfTable, type Purpose, RightsMissing } from '../rights.ts'
import { createSampledClock } from '../sampled-clock.ts'
import { StartError } from '../start-error.ts'
import { createTransactionScope } from '../transaction-scope.ts'
import { createStatementNames, type Shared } from './connection.ts'
import { createPostgresCountStore } from './count-store.ts'
import { DEADLINES, type Deadlines } from './deadlines.ts'
import { causeCodeOf } from './errors.ts'
import { faultOf, NAMES_TURNED_OFF } from './faults.ts'
import { type Connections, openConnections } from './pool.ts'
import { read, readingOver } from './reading.ts'
import { describeRefusal } from './refusal.ts'
import type { OpenReplica } from './replica.ts'
import { createTransact } from './transactions.ts'

/** ms */
const WATCH_INTERVAL = 1_000
const CLOCK = 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now'

/** @param isGood the database no longer lacks what an earlier line was about */
type Tell = (line: string, isGood: boolean) => void

export interface PostgresOptions {
  deadlines?: Deadlines
  settings?: PostgresSettings
  /** that has the address, for lines about it; default DATABASE_URL */
  setting?: string | undefined
  /** for which the user must have the rights; default: to write */
  purpose?: Purpose | undefined
  /** called with a line for the operator about something that the database lacks, and the server does without */
  tell?: Tell | undefined
}

/** @throws StartError if the server refuses the connection, or the replica is none */
export async function openPostgres(
  databaseUrl: string,
  {
    deadlines = DEADLINES.server,
    settings = POSTGRES_DEFAULTS,
    setting = 'DATABASE_URL',
    purpose = 'write',
    tell = () => {},
  }: PostgresOptions = {},
): Promise<Database> {
  await using opened = new AsyncDisposableStack()
  const { connect: patience } = deadlines
  const pool = (max: number, deadline: number, plansOnce: boolean) =>
    opened.use(openConnections(databaseUrl, { max, patience, deadline, plansOnce }))
  const usual = pool(settings.pool, deadlines.usual, true)
  // searches: what is best depends on the words
  const slow = pool(settings.slowPool, deadlines.slow, false)
  const shared: Shared = {
    names: createStatementNames(() => tell(NAMES_TURNED_OFF, false)),
    scope: createTransactionScope(),
    load: createQueryStatistics(),
  }
  const ask = (query: QueryConfig) => read(usual, shared.names, query)
  await tryOut(ask, { databaseUrl, setting })
  const wanted = settings.processes * (usual.max + slow.max)
  await tellFaults(ask, { isPooled: usual.isPooled, wanted }, tell)
  await demandRights(readingOver(ask, shared), purpose)
  const replica = await openReplicaOf({ usual, slow }, settings, tell, shared)
  if (replica !== null) opened.use(replica)
  const transact = createTransact(usual, shared)
  const db = readingOver(ask, shared)
  const watch = opened.use(createChangeWatch(WATCH_INTERVAL, () => readCacheEpoch(db)))
  const kept = opened.move()
  return {
    db,
    slowDb: replica?.slowDb ?? readingOver((query) => read(slow, shared.names, query), shared),
    load: shared.load,
    transaction(work, options) {
      replica?.leave()
      return transact(work, options).catch(async (error) => {
        throw await explained(error, db)
      })
    },
    countStore: createPostgresCountStore(ask),
    replica,
    now: createSampledClock(async () => (await ask({ text: CLOCK })).rows[0].now),
    onForeignChange: watch.subscribe,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** A right that turns out to be missing is told of as at the start; the server says why it is read-only. */
async function explained(error: unknown, db: Db): Promise<unknown> {
  if (error instanceof ReadOnly) {
    const state = await readOnlyState(db)
    if (state === null) return error
    return new ReadOnly({ cause: error.cause, reason: `${state.text}. ${state.mend}` })
  }
  if (causeCodeOf(error) !== NO_RIGHT) return error
  const lack = (await lackOfRights(db, 'write')) ?? lackOfTable((error as Error).message)
  return lack === null ? error : new RightsMissing(lack, error)
}

/** SQLSTATE insufficient_privilege */
const NO_RIGHT = '42501'

type Ask = (query: QueryConfig) => Promise<QueryResult>

async function tellFaults(ask: Ask, given: { isPooled: boolean; wanted: number }, tell: Tell) {
  const fault = await faultOf((text) => ask({ text }), given)
  if (fault !== null) tell(fault, false)
}

/** The module is only loaded where there is a replica. */
async function openReplicaOf(
  primary: { usual: Connections; slow: Connections },
  { replicaUrl: url, replicaLag: maxLag }: PostgresSettings,
  tell: Tell,
  shared: Shared,
): Promise<OpenReplica | null> {
  if (url === null) return null
  const { openReplica } = await import('./replica.ts')
  return openReplica({ url, maxLag, primary, tell }, shared)
}

/** @param setting that has the address */
async function tryOut(
  ask: Ask,
  { databaseUrl, setting }: { databaseUrl: string; setting: string },
): Promise<void> {
  const name = `The database ${nameOfPostgres(databaseUrl)}`
  try {
    const { rows } = await ask({ text: 'show server_encoding' })
    const encoding = rows[0]?.server_encoding
    if (encoding !== 'UTF8')
      throw new StartError(`${name} must be encoded in UTF8, not ${encoding}`)
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = describeRefusal(error, { url: databaseUrl, setting })
    throw new StartError(`${name} cannot be used: ${reason}`, { cause: error })
  }
}
