import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Part } from '../../src/kernel/base/config.ts'
import { type AnswerLosingProxy, startAnswerLosingProxy } from './answer-losing-proxy.ts'
import { type BalancingProxy, startBalancingProxy } from './balancing-proxy.ts'
import { freePort } from './free-port.ts'
import { until } from './in-time.ts'
import { doneHere } from './operator.ts'
import { PostgresCluster, withoutOwnPostgres } from './postgres-cluster.ts'
import { RedisServer, withoutRedis } from './redis-server.ts'
import { type FaultyProxy, startFaultyProxy } from './s3/faulty-proxy.ts'
import { type Swift, startSwift, withoutSwift } from './s3/swift.ts'
import {
  BIN,
  environmentOf,
  makePerson,
  type ServerProcess,
  startProcess,
} from './server-process.ts'

const PARTS = {
  A: 'web',
  B: 'web',
  C: 'streaming',
  D: 'jobs',
  E: 'jobs',
} as const satisfies Record<string, Part>
/** a process of the server; as on machines of their own, each has its own `DATA_DIR` */
export type Machine = keyof typeof PARTS
export const MACHINES = Object.keys(PARTS) as Machine[]

/** For `skip`: false, or the reason. */
export const withoutMachines: string | false = withoutOwnPostgres || withoutRedis || withoutSwift

/** A server of five processes behind a proxy, with PostgreSQL, Redis and an S3 store, all of one test alone. */
export class Machines implements AsyncDisposable {
  readonly proxy: BalancingProxy
  readonly postgres: PostgresCluster
  readonly redis: RedisServer
  /** the way of the processes to PostgreSQL */
  readonly wayToPostgres: AnswerLosingProxy
  /** the way of the processes to the store */
  readonly store: FaultyProxy
  readonly #env: NodeJS.ProcessEnv
  readonly #folder: string
  readonly #ports: Record<Machine, number>
  readonly #running = new Map<Machine, ServerProcess>()
  readonly #open: AsyncDisposableStack

  private constructor(
    parts: Pick<Machines, 'proxy' | 'postgres' | 'wayToPostgres' | 'redis' | 'store'> & {
      swift: Swift
      folder: string
      ports: Record<Machine, number>
    },
    open: AsyncDisposableStack,
  ) {
    this.proxy = parts.proxy
    this.postgres = parts.postgres
    this.wayToPostgres = parts.wayToPostgres
    this.redis = parts.redis
    this.store = parts.store
    this.#folder = parts.folder
    this.#ports = parts.ports
    this.#open = open
    const { bucket, region, accessKeyId, secretAccessKey } = parts.swift.config
    const databaseUrl = new URL(this.postgres.url)
    databaseUrl.port = String(this.wayToPostgres.port)
    const query = new URLSearchParams({ endpoint: this.store.endpoint, region, pathStyle: 'true' })
    // as in deploy/environment.example, and loopback is allowed for the peers of the tests
    this.#env = environmentOf({
      ORIGIN: this.proxy.origin,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      DATABASE_URL: databaseUrl.href,
      REDIS_URL: this.redis.url,
      MEDIA_STORAGE: `s3://${bucket}?${query}`,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      EGRESS_ALLOW: '127.0.0.0/8',
    })
  }

  /** @param settings by their names */
  static async start(settings: Record<string, string> = {}): Promise<Machines> {
    await using open = new AsyncDisposableStack()
    const folder = mkdtempSync(join(tmpdir(), 'rookery-machines-'))
    open.defer(() => rmSync(folder, { recursive: true, force: true }))
    const [postgres, redis, swift] = await Promise.all([
      PostgresCluster.start().then((started) => open.use(started)),
      RedisServer.start().then((started) => open.use(started)),
      startSwift().then((started) => open.use(started)),
    ])
    const databasePort = Number(new URL(postgres.url).port)
    const wayToPostgres = open.use(await startAnswerLosingProxy(databasePort))
    const store = open.use(await startFaultyProxy(swift.port))
    const proxy = open.use(await startBalancingProxy())
    const ports = {} as Record<Machine, number>
    for (const name of MACHINES) ports[name] = await freePort()
    proxy.upstreams = { web: [ports.A, ports.B], streaming: [ports.C] }
    const parts = { proxy, postgres, wayToPostgres, redis, swift, store, folder, ports }
    const machines = new Machines(parts, open.move())
    try {
      await machines.start('A') // alone: it makes the database
      for (const [name, value] of Object.entries(settings)) {
        await doneHere(machines.#envOf('A'), 'settings', 'set', name, value)
      }
      await Promise.all(MACHINES.slice(1).map((name) => machines.start(name)))
      return machines
    } catch (error) {
      await machines[Symbol.asyncDispose]()
      throw error
    }
  }

  /** the public address */
  get origin(): string {
    return this.proxy.origin
  }

  /** of one process, without the proxy */
  address(name: Machine): string {
    return `http://127.0.0.1:${this.#ports[name]}`
  }

  portOf(name: Machine): number {
    return this.#ports[name]
  }

  async start(name: Machine): Promise<void> {
    this.#running.set(name, await startProcess(this.#envOf(name), '--only', PARTS[name]))
  }

  /** Ends a process at once, in the middle of what it does. */
  async kill(name: Machine): Promise<void> {
    const running = this.#running.get(name)
    this.#running.delete(name)
    running?.kill('SIGKILL')
    await running?.ended
  }

  /**
   * Runs a command of the operator's tool where a process runs, and returns what it printed.
   * @throws if it ends with another code than 0
   */
  async tool(name: Machine, ...args: string[]): Promise<string> {
    const env = this.#envOf(name)
    return (await promisify(execFile)(process.execPath, [BIN, ...args], { env })).stdout
  }

  /** Makes an account with all rights. @returns its token */
  makeOwner(name: string): Promise<string> {
    return makePerson(this.#envOf('A'), name, 'Owner')
  }

  async ready(name: Machine): Promise<string> {
    const answer = await fetch(`${this.address(name)}/health/ready`)
    return answer.text()
  }

  /** Waits until no process lacks anything. */
  async allReady(): Promise<void> {
    for (const name of MACHINES) await until(async () => (await this.ready(name)) === 'OK')
  }

  #envOf(name: Machine): NodeJS.ProcessEnv {
    const own = { PORT: String(this.#ports[name]), DATA_DIR: join(this.#folder, name) }
    return { ...this.#env, ...own }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(MACHINES.map((name) => this.kill(name)))
    await this.#open.disposeAsync()
  }
}
