import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ON_POSTGRES_SERVER } from './database-kind.ts'
import { freePort } from './free-port.ts'
import { inTime } from './in-time.ts'
import { newUserFolder, notRoot } from './system-user.ts'

const isThere = spawnSync('pgbouncer', ['--version']).status === 0

/** For `skip` of tests that need PgBouncer: false, or the reason. Where CI is set, it must be there. */
export const withoutPgBouncer: string | false =
  (!ON_POSTGRES_SERVER && 'PgBouncer needs a PostgreSQL server (TEST_DATABASE_URL)') ||
  (!isThere && !process.env.CI && 'there is no pgbouncer here')

/** PgBouncer in transaction mode before the server of another address. */
export interface PgBouncer extends AsyncDisposable {
  /** the same database over the pool */
  readonly url: string
}

export async function startPgBouncer(target: string): Promise<PgBouncer> {
  const folder = newUserFolder()
  const port = await freePort()
  const { hostname, port: targetPort, username, password, pathname } = new URL(target)
  const file = join(folder, 'pgbouncer.ini')
  const secret = password === '' ? '' : ` password=${password}`
  const server = `host=${hostname} port=${targetPort || 5432} user=${username}${secret}`
  writeFileSync(
    file,
    `[databases]
* = ${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 100
`,
  )
  const process = spawn('pgbouncer', [file], { ...notRoot(), stdio: ['ignore', 'ignore', 'pipe'] })
  await inTime(listening(process), 'PgBouncer listens')
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    async [Symbol.asyncDispose]() {
      const gone = once(process, 'exit')
      process.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function listening(process: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let told = ''
    process.once('error', reject)
    process.once('exit', () => reject(new Error(`PgBouncer ended: ${told}`)))
    process.stderr!.on('data', (chunk) => {
      told += chunk
      if (/process up/.test(told)) resolve()
    })
  })
}
