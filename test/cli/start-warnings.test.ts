import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DAY } from '../../src/kernel/base/durations.ts'
import { clockAhead } from '../support/clock-ahead.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/in-time.ts'
import { environmentOf, makePerson, startProcess } from '../support/server-process.ts'

/** As that of a small computer without a battery does, the clock begins long ago. */
const WRONG_CLOCK = clockAhead(-10 * 365 * DAY)

test('S-675 S-676 a start says which setting is misspelt, and that the clock is behind the newest post', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-warnings-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const env = environmentOf({ DATA_DIR: folder, PORT: String(await freePort()) })
  const first = await startProcess(env)
  const authorization = `Bearer ${await makePerson(env, 'alice')}`
  const posted = await fetch(`${env.ORIGIN}/api/v1/statuses`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'today' }),
  })
  assert.equal(posted.status, 200)
  first.kill('SIGTERM')
  const { stdout, stderr } = await first.ended

  const second = await startProcess({
    ...env,
    SMTP_URI: 'x',
    NODE_OPTIONS: WRONG_CLOCK,
  })
  await until(() => second.told().includes('answers at'))
  second.kill('SIGTERM')
  await second.ended

  assert.doesNotMatch(`${stdout}${stderr}`, /no setting|newest post/)
  assert.match(second.told(), /^SMTP_URI in the environment is no setting: SMTP_URL is$/m)
  assert.match(second.told(), /The clock is \d+ seconds behind the newest post, so new posts come/)
})
