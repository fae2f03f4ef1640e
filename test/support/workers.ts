import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request as ask, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADDRESS } from '../../src/app/workers/own-headers.ts'
import { runningServer, socketFolder } from '../../src/kernel/db/server-lock.ts'
import { freePort } from './free-port.ts'
import { environmentOf, type ServerProcess, startProcess } from './server-process.ts'

export interface Reply {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

export interface Asking {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** A connection of its own that is kept, so that the same process answers all that is asked over it. */
export interface Line extends Disposable {
  ask(path: string, asking?: Asking): Promise<Reply>
}

/** A server with workers, as an operator starts it. */
export interface ServerWithWorkers extends AsyncDisposable {
  readonly env: NodeJS.ProcessEnv
  readonly origin: string
  readonly process: ServerProcess
  /** a line to one of the workers */
  open(): Line
  /** a line to the writer, over its local socket, as a reader has it (SQLite) */
  openWriter(address?: string): Line
}

export async function startWithWorkers(
  workers: number,
  settings: Record<string, string> = {},
  only?: string,
): Promise<ServerWithWorkers> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-workers-'))
  const PORT = String(await freePort())
  const DATA_DIR = join(folder, 'data')
  const env = environmentOf({ DATA_DIR, PORT, WORKERS: String(workers), ...settings })
  const options = only === undefined ? [] : ['--only', only]
  const server = await startProcess(env, ...options)
  return {
    env,
    origin: `http://127.0.0.1:${PORT}`,
    process: server,
    open: () => lineTo({ host: '127.0.0.1', port: Number(PORT) }, {}),
    openWriter: (address = '127.0.0.1') =>
      lineTo({ socketPath: join(socketFolder(DATA_DIR), 'writer') }, { [ADDRESS]: address }),
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      await server.ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function lineTo(
  where: { host: string; port: number } | { socketPath: string },
  always: Record<string, string>,
): Line {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    ask(path, { method = 'GET', headers = {}, body } = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<Reply>()
      // node:http names the length of a GET's body only where it is told
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const all = { host: 'localhost', ...headers, ...length, ...always }
      const asked = ask({ ...where, agent, method, path, headers: all }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        )
      })
      asked.on('error', reject)
      asked.end(body)
      return promise
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}

/** The headers of a JSON request with a token. */
export function withToken(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

/** Ids of the processes that a server has started. */
export function workersOf({ env }: Pick<ServerWithWorkers, 'env'>): number[] {
  const parent = runningServer(env.DATA_DIR!)?.pid ?? null
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parent !== null && parentOf(name) === parent)
    .map(Number)
}

/** Null once the process is gone. */
export function parentOf(pid: number | string): number | null {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return null
  }
}

/** Open sockets of a process; as many as one likes where the system does not tell. */
export function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`
  const isSocket = (name: string) => {
    try {
      return readlinkSync(join(folder, name)).startsWith('socket:')
    } catch {
      return false // closed meanwhile
    }
  }
  return existsSync(folder) ? readdirSync(folder).filter(isSocket).length : Infinity
}
