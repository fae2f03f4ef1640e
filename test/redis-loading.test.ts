import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort } from './support/free-port.ts'

/** Opens a whole application, without and then with Redis, and prints each time whether its client is loaded. */
const PROGRAM = `
  import { createRequire } from 'node:module'
  import { openApp } from './src/app/open.ts'
  import { readConfig } from './src/kernel/base/config.ts'
  const { cache } = createRequire(import.meta.url)
  for (const more of [{ REDIS_URL: '' }, {}]) {
    const { app, [Symbol.asyncDispose]: close } = await openApp(readConfig({ ...process.env, ...more }))
    await app.db.selectFrom('account').select('id').execute()
    await close()
    console.log(Object.keys(cache).some((file) => /[\\\\/]@redis[\\\\/]/.test(file)))
  }
`

test('the client of Redis is loaded if REDIS_URL is set, and only then', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rookery-loading-'))
  try {
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      cwd: join(import.meta.dirname, '..'),
      encoding: 'utf8',
      env: {
        ...{ PATH: process.env.PATH, LOG_LEVEL: 'silent', DATA_DIR: dataDir },
        REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
      },
    })

    assert.equal(run.status, 0, run.stderr)
    assert.deepEqual(run.stdout.trim().split('\n'), ['false', 'true'])
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})
