import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { takeServerLock } from '../../src/kernel/db/server-lock.ts'
import { freePort } from '../support/free-port.ts'
import { environmentOf, startProcess } from '../support/server-process.ts'

test('on SQLite a second process is refused, with a line that says what several need', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-alone-'))
  after(() => rm(folder, { recursive: true, force: true }))
  using _ = takeServerLock(folder, { host: '127.0.0.1', port: 3000, checkout: '' })

  const env = environmentOf({ DATA_DIR: folder, PORT: String(await freePort()) })
  const refused = await startProcess(env).catch((error: Error) => error)

  assert.ok(refused instanceof Error)
  assert.match(
    refused.message,
    /A server already uses .*\. Several processes of one server need PostgreSQL \(DATABASE_URL\)\\n"/,
  )
})

/** Opens a whole server and prints what it loaded of the bus. In a process of its own, as others load all of it. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({
    load(url, context, next) {
      loaded.push(url)
      return next(url, context)
    },
  })
  const { surfaces } = await import('./src/app/compose/routes.ts')
  const { openApp } = await import('./src/app/open.ts')
  const { createHttp } = await import('./src/app/serve.ts')
  const { readConfig } = await import('./src/kernel/base/config.ts')
  const config = readConfig(process.env)
  const { routes, subscribers } = await surfaces(config)
  const { app, [Symbol.asyncDispose]: close } = await openApp(config, { subscribers, serves: true })
  const http = await createHttp(app, routes)
  await http.inject('/health')
  await http.close()
  await close()
  const names = loaded.map((url) => /(?:kernel|surfaces\\/streaming|app)\\/.*/.exec(url)?.[0])
  console.log(JSON.stringify(names.filter((name) => name !== undefined).sort()))
`

test('a server of one process has no bus and no readers, and loads none of their modules', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-alone-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', DATA_DIR: folder },
  })

  assert.equal(run.status, 0, run.stderr)
  const loaded: string[] = JSON.parse(run.stdout)
  assert.ok(loaded.includes('surfaces/streaming/hub.ts'))
  const ofBus = loaded.filter((name) => name.startsWith('kernel/bus/'))
  assert.deepEqual(ofBus, ['kernel/bus/open.ts'])
  assert.ok(!loaded.includes('kernel/db/postgres/listening.ts'))
  assert.doesNotMatch(loaded.join(), /app\/workers|handover|open-reader|table-news|memory-count/)
  assert.doesNotMatch(loaded.join(), /streaming\/(other-processes|interests|bus-channels)/)
})
