import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { ON_POSTGRES_SERVER } from './database-kind.ts'
import { freePort } from './free-port.ts'
import { until } from './in-time.ts'
import { newUserFolder, notRoot } from './system-user.ts'

const run = promisify(execFile)
/** where Debian has them */
const PROGRAMS = globSync('/usr/lib/postgresql/*/bin/initdb').map((path) =>
  path.slice(0, -'initdb'.length),
)

/** For `skip` of tests with a replica: false, or the reason. */
export const withoutReplica: string | false =
  (!ON_POSTGRES_SERVER && 'a replica needs a PostgreSQL server (TEST_DATABASE_URL)') ||
  (PROGRAMS.length === 0 && 'there are no programs of PostgreSQL in /usr/lib/postgresql')

const USER = 'rookery'
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'shared_buffers=16MB',
  'max_connections=60',
  // queries of the replica that are in the way of the log are cancelled at once
  'max_standby_streaming_delay=0',
  'wal_receiver_status_interval=1',
]

/** A PostgreSQL server of its own. */
export class PostgresServer {
  readonly url: string
  readonly port: number
  readonly folder: string
  #process: ChildProcess | null = null

  constructor(folder: string, port: number) {
    this.folder = folder
    this.port = port
    this.url = `postgres://${USER}@127.0.0.1:${port}/postgres`
  }

  async start(): Promise<void> {
    const settings = [`port=${this.port}`, ...SETTINGS].flatMap((setting) => ['-c', setting])
    const program = join(PROGRAMS.at(-1)!, 'postgres')
    this.#process = spawn(program, ['-D', this.folder, ...settings], {
      ...notRoot(),
      stdio: 'ignore',
    })
    await until(() => this.ask('select 1').then(Boolean, () => false))
  }

  async stop(): Promise<void> {
    const running = this.#process
    this.#process = null
    if (running === null || running.exitCode !== null) return
    const gone = once(running, 'exit')
    running.kill('SIGQUIT')
    await gone
  }

  /** Runs a statement over a connection of its own. */
  async ask(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(this.url)
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
}

/** A server and a streaming replica of it, both empty. */
export interface PostgresPair extends AsyncDisposable {
  readonly primary: PostgresServer
  readonly replica: PostgresServer
  /** The replica receives but does not show what is written from now on. */
  pause(): Promise<void>
  resume(): Promise<void>
}

export async function startPair(): Promise<PostgresPair> {
  const folder = newUserFolder()
  const program = (name: string, ...args: string[]) =>
    run(join(PROGRAMS.at(-1)!, name), args, { ...notRoot(), cwd: folder })
  const primary = new PostgresServer(join(folder, 'primary'), await freePort())
  await program(
    'initdb',
    '-N',
    '-A',
    'trust',
    '-U',
    USER,
    '-E',
    'UTF8',
    '--no-locale',
    primary.folder,
  )
  await primary.start()
  const replica = new PostgresServer(join(folder, 'replica'), await freePort())
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', USER]
  await program('pg_basebackup', ...from, '-D', replica.folder, '-R', '-N', '-c', 'fast')
  await replica.start()
  return {
    primary,
    replica,
    async pause() {
      await replica.ask('select pg_wal_replay_pause()')
      const isPaused = "select pg_get_wal_replay_pause_state() = 'paused' as so"
      await until(async () => (await replica.ask(isPaused))[0]?.so === true)
    },
    async resume() {
      await replica.ask('select pg_wal_replay_resume()')
    },
    async [Symbol.asyncDispose]() {
      await replica.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
