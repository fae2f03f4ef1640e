import pg, {
  type ClientConfig,
  type Pool,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
} from 'pg'
import { startDeadline } from '../deadline.ts'
import { breakOff, queryInTime } from './deadlines.ts'
import { DeadlinePassed, translated } from './errors.ts'
import { parsers } from './types.ts'

/** Connections to one server, at most so many at once. */
export interface Connections extends AsyncDisposable {
  /** ms that a query may take */
  readonly deadline: number
  /**
   * One for the caller, who releases it.
   *
   * @throws Unreachable if the server or those who use the connections take too long
   */
  connect(): Promise<PoolClient>
  /**
   * Runs a query on one of them. If it takes too long all connections of this time are given up.
   * @param ms default `deadline`
   * @throws DeadlinePassed
   */
  query(client: PoolClient, query: QueryConfig | string, ms?: number): Promise<QueryResult>
}

export interface ConnectionOptions {
  max: number
  /** ms to wait for the server, and for a connection that others use */
  patience: number
  /** ms that a query may take */
  deadline: number
}

export function openConnections(url: string, options: ConnectionOptions): Connections {
  const { patience, deadline } = options
  const pool = createPool(url, options)
  const open = new Set<PoolClient>()
  /** since then a query was answered by nobody: what was open by then is not believed to lead anywhere */
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
  return {
    deadline,
    async connect() {
      try {
        return await next()
      } catch (error) {
        throw translated(error)
      }
    },
    async query(client, query, ms = deadline) {
      try {
        return await queryInTime(client, query, ms)
      } catch (error) {
        if (error instanceof DeadlinePassed) trusted = new WeakSet()
        throw error
      }
    },
    async [Symbol.asyncDispose]() {
      using _ = startDeadline(patience, () => {
        for (const client of open) breakOff(client)
      })
      await pool.end()
    },
  }
}

function createPool(
  connectionString: string,
  { max, patience, deadline }: ConnectionOptions,
): Pool {
  // The server compiles what looks costly, for 30 ms and more; what is asked here takes less by itself.
  const settings = `set jit = off; set statement_timeout = ${deadline}`
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: 'rookery',
    allowExitOnIdle: true,
    keepAlive: true,
    onConnect: async (client) => void (await queryInTime(client as PoolClient, settings, patience)),
    Client: clientOf(patience),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  // A connection that breaks while nobody uses it is replaced when somebody does.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Clients that give up on a server which does not let them in. pg's own `connectionTimeoutMillis` also
 * counts the time in which this process stood still, and so breaks connections that were answered.
 */
function clientOf(patience: number): typeof pg.Client {
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

/** Waits its turn; a connection that comes too late is for whoever waits next. */
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
