import pg, {
  type ClientConfig,
  type Pool,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
} from 'pg'
import { startDeadline } from '../../base/deadline.ts'
import { addressForPg } from '../../base/postgres-address.ts'
import { breakOff, queryInTime } from './deadlines.ts'
import { DeadlinePassed, translated } from './errors.ts'
import { askOver } from './prepared-query.ts'
import { prepareSession, type SessionSettings } from './session.ts'
import { parsers } from './types.ts'

/** A limited pool of connections to one server. */
export interface Connections extends AsyncDisposable, SessionSettings {
  readonly max: number
  /** whether they lead to a pool that gives connections of the server to transactions, as PgBouncer may */
  readonly isPooled: boolean
  /**
   * Takes a connection; the caller releases it.
   *
   * @throws Unreachable if the server, or the other users of the connections, take too long
   */
  connect(): Promise<PoolClient>
  /**
   * Runs a query on a connection. If it times out, all connections opened so far are given up.
   * @param ms default `deadline`
   * @throws DeadlinePassed
   */
  query(client: PoolClient, query: QueryConfig | string, ms?: number): Promise<QueryResult>
  /** Closes all connections, so that what waits for an answer fails; the next query opens new ones. */
  breakOff(): void
}

export interface ConnectionOptions extends SessionSettings {
  max: number
  /** ms to wait for the server, and for a connection that others use */
  patience: number
}

const overServer = askOver(true)
const overPool = askOver(false)

export function openConnections(url: string, options: ConnectionOptions): Connections {
  const { max, patience, deadline, plansOnce } = options
  let isPooled = false
  /** connections of which the server's own is always the same */
  const direct = new WeakSet<PoolClient>()
  const pool = createPool(url, max, patience, async (client) => {
    isPooled = await prepareSession(client, options, patience)
    if (!isPooled) direct.add(client)
  })
  const open = new Set<PoolClient>()
  /** connections opened since the last query timeout: older ones are no longer trusted */
  let trusted = new WeakSet<PoolClient>()
  pool.on('connect', (client) => {
    open.add(client)
    trusted.add(client)
  })
  pool.on('remove', (client) => open.delete(client))
  const next = async (): Promise<PoolClient> => {
    for (;;) {
      const client = await (pool.idleCount > pool.waitingCount
        ? pool.connect()
        : connectInTime(pool, patience))
      if (trusted.has(client)) return client
      breakOff(client)
      client.release(true)
    }
  }
  const breakAllOff = () => {
    for (const client of open) breakOff(client)
  }
  return {
    max,
    deadline,
    plansOnce,
    get isPooled() {
      return isPooled
    },
    async connect() {
      try {
        return await next()
      } catch (error) {
        throw translated(error)
      }
    },
    async query(client, query, ms = deadline) {
      try {
        const ask = direct.has(client) ? overServer : overPool
        return await queryInTime(client, query, ms, ask)
      } catch (error) {
        if (error instanceof DeadlinePassed) trusted = new WeakSet()
        throw error
      }
    },
    breakOff: breakAllOff,
    async [Symbol.asyncDispose]() {
      using _ = startDeadline(patience, breakAllOff)
      await pool.end()
    },
  }
}

function createPool(
  url: string,
  max: number,
  patience: number,
  prepare: (client: PoolClient) => Promise<void>,
): Pool {
  const pool = new pg.Pool({
    connectionString: addressForPg(url),
    max,
    application_name: 'rookery',
    allowExitOnIdle: true,
    keepAlive: true,
    pipeline: true,
    onConnect: (client) => prepare(client as PoolClient),
    Client: clientOf(patience),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  // A connection that breaks while idle is replaced at its next use.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Clients with a timeout for connecting. pg's own `connectionTimeoutMillis` also counts the time in which this
 * process was blocked, and so closes connections that the server had accepted.
 */
export function clientOf(patience: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | ClientConfig) {
      super(config)
      const deadline = startDeadline(patience, () => this.connection.stream.destroy(tooLate()))
      const stop = () => deadline[Symbol.dispose]()
      this.once('connect', stop)
      this.connection.once('end', stop)
    }
  }
}

/** Waits for a connection; one that comes too late goes to the next waiter. */
async function connectInTime(pool: Pool, patience: number): Promise<PoolClient> {
  const coming = pool.connect()
  const { promise: late, reject } = Promise.withResolvers<never>()
  using _ = startDeadline(patience, () => {
    coming.then(
      (client) => client.release(),
      () => {},
    )
    reject(tooLate())
  })
  return await Promise.race([coming, late])
}

const tooLate = () =>
  Object.assign(new Error('The server takes too long to answer'), { code: 'ETIMEDOUT' })
