import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { openApp } from '../../src/app/open.ts'
import { checkDatabase } from '../../src/cli/checks/database.ts'
import { tellFinding } from '../../src/features/health/finding.ts'
import { readConfig } from '../../src/kernel/base/config.ts'
import { openTestDatabase } from '../support/database.ts'
import { ON_POSTGRES_SERVER } from '../support/database-kind.ts'
import { JobBench } from '../support/job-bench.ts'
import { newDatabaseUrl, withoutSeveral } from '../support/several-servers.ts'

const TEN_MINUTES = 600_000
/** ms, of `kernel/jobs` and of process numbers */
const [JOB_LEASE, NUMBER_LEASE] = [30_000, 60_000]

for (const [holder, other] of [
  [-TEN_MINUTES, 0],
  [0, TEN_MINUTES],
  [-TEN_MINUTES, TEN_MINUTES],
] as const) {
  test(`a job stays with a process whose clock is ${holder} ms off, beside one with ${other} ms`, async () => {
    await using bench = await JobBench.open()
    bench.now = Date.now() - 2 * TEN_MINUTES
    const gate = Promise.withResolvers<void>()
    let runs = 0
    const handlers = {
      'test.long': {
        concurrency: 2,
        async run() {
          runs++
          await gate.promise
        },
      },
    }
    const leaseClock = bench.database.now
    const [one, two] = [holder, other].map((ahead) =>
      bench.runner(handlers, true, { clock: () => Date.now() + ahead, leaseClock }),
    )
    await bench.enqueue({ kind: 'test.long', payload: {} })
    const settled = one!.settle()
    while (runs === 0) await wait(1)

    await two!.settle()

    assert.equal(runs, 1)
    // whatever its clock says, others need not wait for longer if it dies
    assert.ok((await bench.rows())[0]!.locked_until! <= (await leaseClock()) + JOB_LEASE)
    gate.resolve()
    await settled
    assert.deepEqual(await bench.rows(), [])
  })
}

test('a process whose clock is ahead takes no number from another, and says that its clock is wrong', {
  skip: !ON_POSTGRES_SERVER && 'only a database on another machine has another clock',
}, async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rookery-clocks-'))
  await using database = await openTestDatabase()
  const config = readConfig({ DATA_DIR: dataDir, ORIGIN: 'https://rookery.test' })
  const lines: string[] = []
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void lines.push(JSON.parse(line).msg) },
  )
  const leases = () => database.db.selectFrom('process_lease').selectAll().execute()
  await using _first = await openApp(config, { database, log })
  const [lease] = await leases()
  assert.deepEqual(lines, [])

  const now = Date.now.bind(Date)
  context.mock.method(Date, 'now', () => now() + TEN_MINUTES)
  await using _second = await openApp(config, { database, log })

  const both = await leases()
  assert.equal(both.length, 2)
  assert.ok(both.some(({ holder }) => holder === lease!.holder))
  for (const { expires_at } of both) {
    assert.ok(expires_at <= (await database.now()) + NUMBER_LEASE)
  }
  assert.equal(lines.length, 1)
  assert.match(lines[0]!, /^The clock of this machine is (59\d|60[01]) s ahead of the database's/)
  rmSync(dataDir, { recursive: true })
})

test('doctor compares the clocks', { skip: withoutSeveral }, async (context) => {
  const config = readConfig({ DATABASE_URL: await newDatabaseUrl() })
  const aboutClocks = async () =>
    (await checkDatabase(config))
      .map((one) => tellFinding(one))
      .filter(({ text }) => /clock/.test(text))
  assert.deepEqual(
    (await aboutClocks()).map(({ level }) => level),
    ['ok'],
  )

  const now = Date.now.bind(Date)
  context.mock.method(Date, 'now', () => now() - TEN_MINUTES)

  const [finding] = await aboutClocks()
  assert.equal(finding?.level, 'warn')
  assert.match(finding!.text, /(59\d|60[01]) s behind the database's/)
})
