import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { startDeadline } from '../base/deadline.ts'
import { createConnection, type RedisConnection } from './client.ts'
import { createSubscriptions, type Subscriptions } from './subscriptions.ts'

/** ms that a caller waits for an answer */
const DEADLINE = 250
/** ms that the start waits for the first connection */
const START_DEADLINE = 1000

type Argument = string | number
export type RedisReply = string | number | null | RedisReply[]

export interface RedisScript {
  readonly source: string
  readonly sha1: string
}

/** Redis (or Valkey) as this server uses it: counters and messages that may be lost, never the only copy of anything. */
export interface Redis extends Subscriptions, AsyncDisposable {
  /** whether the last command was answered; where it was not, commands are refused at once until Redis answers again */
  readonly isReady: boolean
  /**
   * Runs one command on one key, whose prefix is added.
   * @throws if Redis is away, refuses, or does not answer in 250 ms; the command may have run all the same
   */
  command(name: string, key: string, ...args: Argument[]): Promise<RedisReply>
  /**
   * Runs a script as one step; prefixes are added to its keys.
   * @throws as `command`
   */
  script(script: RedisScript, keys: string[], args: Argument[]): Promise<RedisReply>
}

export function redisScript(source: string): RedisScript {
  return { source, sha1: createHash('sha1').update(source).digest('hex') }
}

/**
 * Connects and never fails: a server without its Redis goes on, and uses it as soon as it answers.
 *
 * @param url `redis:` or `rediss:`
 * @param domain of this server, the prefix of keys and channels: several servers may share a Redis
 */
export async function openRedis(
  url: string,
  domain: string,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<Redis> {
  const [commands, subscriber] = await Promise.all([createConnection(url), createConnection(url)])
  const prefix = `rookery:${domain}:`
  logStates(commands, new URL(url).host, log)
  const asker = createAsker(commands)
  const subscriptions = createSubscriptions(subscriber, asker, prefix, log)
  await Promise.all([connect(commands), connect(subscriber)])
  return {
    ...subscriptions,
    get isReady() {
      return asker.isReady()
    },
    command: (name, key, ...args) => asker.ask([name, prefix + key, ...args.map(String)]),
    script: (script, keys, args) =>
      runScript(asker, script, [
        String(keys.length),
        ...keys.map((key) => prefix + key),
        ...args.map(String),
      ]),
    async [Symbol.asyncDispose]() {
      subscriptions.close()
      for (const connection of [commands, subscriber]) connection.destroy()
    },
  }
}

/** @throws if Redis cannot be reached or refuses the login */
export async function redisInfo(url: string): Promise<Map<string, string>> {
  const connection = await createConnection(url)
  try {
    const failed = new Promise<never>((_, reject) => connection.on('error', reject))
    await within(Promise.race([connection.connect(), failed]), START_DEADLINE)
    const text = String(await within(connection.sendCommand(['INFO']), START_DEADLINE))
    return new Map(
      [...text.matchAll(/^(\w+):(.*?)\r?$/gm)].map(([, name, value]) => [name!, value!]),
    )
  } finally {
    connection.destroy()
  }
}

/** Resolves once the connection stands, failed for the first time, or takes longer than a start may. */
async function connect(connection: RedisConnection): Promise<void> {
  const failed = new Promise<void>((resolve) => connection.on('error', () => resolve()))
  const standing = connection.connect().then(
    () => {},
    () => {}, // closed meanwhile; other failures are events
  )
  await within(Promise.race([standing, failed]), START_DEADLINE).catch(() => {})
}

/** One line each time that Redis goes away or returns, however many attempts fail between. */
function logStates(
  connection: RedisConnection,
  host: string,
  log: Pick<Logger, 'info' | 'warn'>,
): void {
  let isAway = false
  connection.on('error', (error: Error) => {
    if (isAway || connection.isReady) return
    isAway = true
    const reason = error.message || (error as NodeJS.ErrnoException).code
    log.warn({ reason }, `Redis at ${host} cannot be used: the server goes on without it`)
  })
  connection.on('ready', () => {
    log.info(isAway ? `Redis at ${host} answers again` : `Connected to Redis at ${host}`)
    isAway = false
  })
}

export interface Asker {
  isReady(): boolean
  ask(command: string[]): Promise<RedisReply>
}

/** After a missed deadline nobody else waits: a PING is sent, and until its answer commands are refused at once. */
function createAsker(connection: RedisConnection): Asker {
  let isSilent = false
  connection.on('ready', () => {
    isSilent = false
  })
  const probe = () => {
    isSilent = true
    connection.sendCommand(['PING']).then(
      () => {
        isSilent = false
      },
      () => {}, // the connection is lost; the next one begins anew
    )
  }
  return {
    isReady: () => connection.isReady && !isSilent,
    async ask(command) {
      if (isSilent) throw new Error('Redis does not answer')
      return await within(connection.sendCommand<RedisReply>(command), DEADLINE, () => {
        if (!isSilent) probe()
      })
    },
  }
}

async function runScript(asker: Asker, { sha1, source }: RedisScript, rest: string[]) {
  try {
    return await asker.ask(['EVALSHA', sha1, ...rest])
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return await asker.ask(['EVAL', source, ...rest])
  }
}

/** @throws Error after so many ms in which this process could read the answer */
async function within<T>(work: Promise<T>, ms: number, onLate?: () => void): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  using _ = startDeadline(ms, () => {
    onLate?.()
    reject(new Error(`Redis did not answer within ${ms} ms`))
  })
  return await Promise.race([work, late])
}
