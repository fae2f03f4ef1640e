import pg, { type ClientConfig, type Pool, type PoolClient } from 'pg'
import { startDeadline } from './deadline.ts'
import { translated } from './errors.ts'
import { parsers } from './types.ts'

/** Connections to one server, at most so many at once. */
export interface Connections extends AsyncDisposable {
  /**
   * One for the caller, who releases it.
   *
   * @throws Unreachable if the server or those who use the connections take too long
   */
  connect(): Promise<PoolClient>
}

/** @param patience ms to wait for the server, and for a connection that others use */
export function openConnections(url: string, max: number, patience: number): Connections {
  const pool = createPool(url, max, patience)
  return {
    async connect() {
      try {
        return await (pool.idleCount > pool.waitingCount
          ? pool.connect()
          : connectInTime(pool, patience))
      } catch (error) {
        throw translated(error)
      }
    },
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

function createPool(connectionString: string, max: number, patience: number): Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: 'rookery',
    allowExitOnIdle: true,
    // It compiles what looks costly, for 30 ms and more; what is asked here takes less by itself.
    onConnect: async (client) => void (await client.query('set jit = off')),
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
