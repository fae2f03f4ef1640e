import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { GENEROUS, inTime } from './in-time.ts'

/** of Debian's packages, one folder for each version */
const VERSIONS = '/usr/lib/postgresql'
const PROGRAMS = findPrograms()
/** PostgreSQL refuses to run as root */
const USER = process.getuid?.() === 0 ? findUser('postgres') : {}

/** For `skip` of tests that need a PostgreSQL of their own: false, or the reason. */
export const withoutOwnPostgres: string | false =
  PROGRAMS === null || USER === null
    ? `there is no PostgreSQL server in ${VERSIONS}, or no user postgres to run it`
    : false

/** A PostgreSQL server of one test, which may crash. */
export class PostgresCluster implements AsyncDisposable {
  readonly url: string
  readonly #port: number
  readonly #folder: string
  #process: ChildProcess | null = null

  private constructor(port: number, folder: string) {
    this.#port = port
    this.#folder = folder
    this.url = `postgres://rookery@127.0.0.1:${port}/postgres`
  }

  static async start(): Promise<PostgresCluster> {
    // not in the folder of the tests, which only their own user may enter
    const folder = mkdtempSync('/tmp/rookery-postgres-')
    if (USER?.uid !== undefined) chownSync(folder, USER.uid, USER.gid!)
    const cluster = new PostgresCluster(await freePort(), folder)
    const settings = ['-U', 'rookery', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']
    const making = spawn(program('initdb'), ['-D', join(folder, 'data'), ...settings], {
      ...USER,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [code] = await once(making, 'exit')
    if (code !== 0) throw new Error(`initdb ended with ${code}`)
    await cluster.start()
    return cluster
  }

  async start(): Promise<void> {
    // Its processes may be killed, but not the machine: what was written survives without fsync.
    const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
    const data = ['-D', join(this.#folder, 'data'), '-p', String(this.#port)]
    const options = settings.flatMap((setting) => ['-c', setting])
    this.#process = spawn(program('postgres'), [...data, ...options], {
      ...USER,
      cwd: this.#folder,
      stdio: 'ignore',
    })
    await this.query('select')
  }

  /** Ends it as `pg_ctl stop -m immediate` does: all its processes at once, so that the next start recovers from the log. */
  async crash(): Promise<void> {
    const running = this.#process
    this.#process = null
    if (running === null || running.exitCode !== null) return
    const gone = once(running, 'exit')
    running.kill('SIGQUIT')
    await inTime(gone, 'PostgreSQL ends')
  }

  /** Runs a query, once it is there. */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = await this.#connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  async #connect(): Promise<pg.Client> {
    const end = performance.now() + GENEROUS
    for (;;) {
      const client = new pg.Client(this.url)
      client.on('error', () => {})
      try {
        await client.connect()
        return client
      } catch (error) {
        if (performance.now() > end) throw error
        await delay(20)
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.crash()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function findPrograms(): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  const folder = join(VERSIONS, newest ?? '', 'bin')
  return existsSync(join(folder, 'initdb')) ? folder : null
}

function program(name: string): string {
  return join(PROGRAMS ?? '', name)
}

function findUser(name: string): { uid?: number; gid?: number } | null {
  const ids = ['-u', '-g'].map((option) => spawnSync('id', [option, name], { encoding: 'utf8' }))
  if (ids.some(({ status }) => status !== 0)) return null
  const [uid, gid] = ids.map(({ stdout }) => Number(stdout))
  return { uid: uid!, gid: gid! }
}
