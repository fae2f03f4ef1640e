import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { inTime } from './in-time.ts'

/** The programs that are Redis; Valkey has another name on some systems. */
const PROGRAM = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)

/** For `skip` of tests that need Redis: false, or the reason. Where CI is set, Redis must be there. */
export const withoutRedis: string | false =
  PROGRAM === undefined && !process.env.CI ? 'there is no redis-server here' : false

/** A Redis of one test, on a port of its own, which can stop and come back empty. */
export class RedisServer implements AsyncDisposable {
  readonly url: string
  readonly #port: number
  readonly #settings: string[]
  readonly #folder = mkdtempSync(join(tmpdir(), 'rookery-redis-'))
  #process: ChildProcess | null = null

  private constructor(port: number, settings: string[]) {
    this.#port = port
    this.#settings = settings
    this.url = `redis://127.0.0.1:${port}`
  }

  /** @param settings of the command line, for example `--maxmemory`, `2mb` */
  static async start(...settings: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), settings)
    await server.start()
    return server
  }

  async start(): Promise<void> {
    const own = ['--bind', '127.0.0.1', '--port', `${this.#port}`, '--dir', this.#folder]
    const files = ['--save', '', '--appendonly', 'no']
    this.#process = spawn(PROGRAM ?? 'redis-server', [...own, ...files, ...this.#settings])
    let told = ''
    const ready = new Promise<void>((resolve, reject) => {
      this.#process!.on('error', reject)
      this.#process!.stdout!.on('data', (chunk) => {
        told += chunk
        if (/Ready to accept connections/.test(told)) resolve()
      })
    })
    await inTime(ready, 'Redis starts')
  }

  async stop(): Promise<void> {
    const running = this.#process
    this.#process = null
    if (running === null || running.exitCode !== null) return
    const gone = once(running, 'exit')
    running.kill('SIGKILL')
    await gone
  }

  /** Changes a setting while it runs. */
  async configure(name: string, value: string): Promise<void> {
    const socket = connect(this.#port, '127.0.0.1')
    socket.write(`CONFIG SET ${name} ${value}\r\n`)
    const [answer] = await once(socket, 'data')
    socket.destroy()
    assert.equal(String(answer), '+OK\r\n')
  }

  /** Connections stay open, and nothing is answered until `resume`. */
  pause(): void {
    this.#process?.kill('SIGSTOP')
  }

  resume(): void {
    this.#process?.kill('SIGCONT')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
