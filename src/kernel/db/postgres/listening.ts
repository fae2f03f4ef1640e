import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { startDeadline } from '../../base/deadline.ts'
import { addressForPg } from '../../base/postgres-address.ts'
import type { Db } from '../database.ts'
import { breakOff, DEADLINES, queryInTime } from './deadlines.ts'
import { clientOf } from './pool.ts'

/** ms for each answer of the server */
const PATIENCE = DEADLINES.server.connect
/** ms between two questions that show whether the server is still there */
const HEARTBEAT = 5_000
/** ms for a notification to come back */
const ROUND_TRIP = 3_000
const CHECK = 'rookery_check'

export interface Notification {
  /** of LISTEN: at most 63 bytes */
  channel: string
  /** less than 8,000 bytes */
  payload: string
}

/** A connection of its own, outside of the pools: what LISTEN asks for belongs to one connection. */
export interface Listening {
  /** repeating it changes nothing */
  listen(channels: readonly string[]): Promise<void>
  unlisten(channels: readonly string[]): Promise<void>
  notify(notifications: readonly Notification[]): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a connection that hears notifications.
 *
 * @param db the pool of the same server: a notification is sent over it to see whether it arrives
 * @param onEnd called once if the connection ends by itself
 * @throws Error if there is no connection, or it leads to a pool that passes no notifications on
 */
export async function openListening(
  url: string,
  db: Db,
  on: { heard(notification: Notification): void; end(error: Error): void },
): Promise<Listening> {
  const Client = clientOf(PATIENCE)
  const client = new Client({
    connectionString: addressForPg(url),
    application_name: 'rookery bus',
    keepAlive: true,
  })
  let failure = new Error('The connection ended')
  let isOver = false
  client.on('error', (error) => {
    failure = error
  })
  await client.connect()
  const ask = (text: string, values: unknown[] = []) =>
    queryInTime(client as unknown as PoolClient, { text, values }, PATIENCE)
  const heartbeat = setInterval(() => ask('select 1').catch(() => {}), HEARTBEAT).unref()
  const stop = async () => {
    isOver = true
    clearInterval(heartbeat)
    using _ = startDeadline(PATIENCE, () => breakOff(client as unknown as PoolClient))
    await client.end().catch(() => {})
  }
  try {
    await ask(`listen ${CHECK}`)
    await checkRoundTrip(client, db)
    await ask(`unlisten ${CHECK}`)
  } catch (error) {
    await stop()
    throw error
  }
  client.on('notification', ({ channel, payload = '' }) => on.heard({ channel, payload }))
  client.on('end', () => {
    clearInterval(heartbeat)
    if (!isOver) on.end(failure)
  })
  const each = (verb: string) => async (channels: readonly string[]) => {
    const names = channels.map((name) => client.escapeIdentifier(name))
    if (names.length > 0) await ask(names.map((name) => `${verb} ${name}`).join('; '))
  }
  return {
    listen: each('listen'),
    unlisten: each('unlisten'),
    async notify(notifications) {
      await ask(
        `select pg_notify(channel, payload)
         from unnest($1::text[], $2::text[]) as sent (channel, payload)`,
        [notifications.map((one) => one.channel), notifications.map((one) => one.payload)],
      )
    },
    close: stop,
  }
}

type Listener = InstanceType<ReturnType<typeof clientOf>>

/** @throws Error if a notification over another connection does not arrive */
async function checkRoundTrip(client: Listener, db: Db): Promise<void> {
  const token = String(Math.random())
  const { promise: arrived, resolve, reject } = Promise.withResolvers<void>()
  client.on('notification', ({ payload }) => {
    if (payload === token) resolve()
  })
  client.once('end', () => reject(new Error('The connection ended')))
  using _ = startDeadline(ROUND_TRIP, () => reject(new Error(POOLED)))
  await Promise.all([sql`select pg_notify(${CHECK}, ${token})`.execute(db), arrived])
}

const POOLED =
  'DATABASE_URL passes no notifications on, as a connection pool (PgBouncer in transaction mode) does not; let it lead to PostgreSQL itself, or set REDIS_URL'
