import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { isAlive } from '../scripts/process-lock.js'
import { type CheckoutCopy, copyCheckout, linkRuntime } from './support/checkout-copy.ts'
import { until } from './support/in-time.ts'

const PASSES = `
import { test } from 'node:test'
test('which', () => console.log('ran on ' + process.env.ROOKERY_TEST_DB))
`
const FAILS = `
import assert from 'node:assert/strict'
import { test } from 'node:test'
// as on ROOKERY_TEST_DB
test('outer', async (t) => { await t.test('one is two', () => assert.equal(1, 2)) })
test('needs a browser', { skip: 'no chromium' }, () => {})
`
const HAS_ROUNDS = `
import { test } from 'node:test'
import './rounds.ts'
test('rounds', () => console.log('rounds: ' + process.env.TEST_ROUNDS))
`
const SAYS_FOLDER = `
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
test('where', () => {
  if (tmpdir() !== '/tmp') writeFileSync(join(tmpdir(), 'left-by-a-test'), '')
  console.log('in ' + tmpdir() + '.')
})
`
const THROWS_LATER = `
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
test('leaves a promise alone', async () => {
  Promise.reject(new Error('nobody waits for this'))
  await delay(1)
})
test('goes on', () => {})
`
const SUITES = `
import { after, before, describe, test } from 'node:test'
for (const name of ['one', 'two']) {
  describe(name, () => {
    before(async () => console.log('before ' + name))
    after(async () => console.log('after ' + name))
    test('in it', async () => console.log('in ' + name))
  })
}
`
const GOES_ON = `
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
writeFileSync('pid', String(process.pid))
for (let i = 0; i < 10_000; i++) test('one of many', () => delay(10))
`
const ENDS = `
import { test } from 'node:test'
test('ends the process', () => process.exit(0))
`

test('tests that open a database run on both, all others once', async () => {
  await using copy = await copyWithTests({
    'test/api/a.test.ts': "import './uses.ts'",
    'test/api/uses.ts': PASSES,
    'test/api/c.test.ts': "import { test } from 'node:test'\ntest('opens none', () => {})",
    'src/b.test.ts': PASSES,
  })

  const { code, stdout, stderr } = await copy.run(['scripts/test.js'])

  assert.equal(code, 0, stdout + stderr)
  assert.equal(stdout.match(/ran on sqlite/g)?.length, 2)
  assert.equal(stdout.match(/ran on postgres/g)?.length, 1)
  assert.equal(stdout.split('\n').at(-2), '4 passed, 0 failed, 0 skipped')
})

test('a failure on either database fails the run and is told at the end', async () => {
  await using copy = await copyWithTests({ 'test/web/a.test.ts': FAILS, 'src/b.test.ts': PASSES })

  const { code, stdout } = await copy.run(['scripts/test.js'])

  assert.equal(code, 1)
  for (const database of ['sqlite', 'postgres']) {
    assert.match(stdout, new RegExp(`✖ ${database}: outer › one is two\n  test/web/a.test.ts:5\n`))
    assert.match(stdout, new RegExp(`- ${database}: skipped needs a browser \\(no chromium\\)`))
  }
  // The outer test counts too: Node counts it.
  assert.equal(stdout.split('\n').at(-2), '1 passed, 4 failed, 2 skipped')
})

test('a process that ends before its last test counts as a failure', async () => {
  await using copy = await copyWithTests({ 'src/a.test.ts': ENDS })

  const { code, stdout } = await copy.run(['scripts/test.js'])

  assert.equal(code, 1)
  assert.match(stdout, /ended before the last test \(exit code 0\)/)
  assert.equal(stdout.split('\n').at(-2), '0 passed, 1 failed, 0 skipped')
})

test('an error that nobody catches fails the run and is told with its place', async () => {
  await using copy = await copyWithTests({ 'src/a.test.ts': THROWS_LATER })

  const { code, stdout } = await copy.run(['scripts/test.js'])

  assert.equal(code, 1)
  assert.match(stdout, /nobody waits for this/)
  assert.match(stdout, /src\/a\.test\.ts:5/)
})

test('what a suite prepares is there for its own tests alone', async () => {
  await using copy = await copyWithTests({ 'src/a.test.ts': SUITES })

  const { stdout } = await copy.run(['scripts/test.js'])

  assert.deepEqual(stdout.match(/(before|in|after) (one|two)$/gm), [
    ...['before one', 'in one', 'after one'],
    ...['before two', 'in two', 'after two'],
  ])
})

test('a file, a folder and a database can be chosen', async () => {
  const files = { 'test/db/a.test.ts': PASSES, 'test/db/b.test.ts': PASSES, 'src/c.test.ts': FAILS }
  await using copy = await copyWithTests(files)

  const file = await copy.run(['scripts/test.js', 'test/db/b.test.ts'])
  const folder = await copy.run(['scripts/test.js', 'test/db', '--db', 'postgres'])

  assert.match(file.stdout, /\n2 passed, 0 failed, 0 skipped\n$/)
  assert.match(folder.stdout, /^PostgreSQL \(PGlite/)
  assert.match(folder.stdout, /\n2 passed, 0 failed, 0 skipped\n$/)
  assert.doesNotMatch(folder.stdout, /ran on sqlite/)
})

test('what does not exist is one clear line, and running no test is a failure', async () => {
  await using copy = await copyWithTests({ 'src/a.test.ts': PASSES })

  const file = await copy.run(['scripts/test.js', 'src/none.test.ts'])
  const database = await copy.run(['scripts/test.js', '--db', 'oracle'])
  const nothing = await copy.run(['scripts/test.js', '--test-name-pattern=none of them'])

  assert.deepEqual([file.code, file.stderr], [1, 'There is no test in src/none.test.ts.\n'])
  assert.equal(database.code, 1)
  assert.equal(nothing.code, 1)
})

test('a test that starts the suite gets a whole run, not one that Node leaves out', async () => {
  await using copy = await copyWithTests({ 'src/a.test.ts': PASSES })

  const { code, stdout } = await copy.run(['scripts/test.js'], { NODE_TEST_CONTEXT: 'child-v8' })

  assert.equal(code, 0)
  assert.match(stdout, /\n1 passed, 0 failed, 0 skipped\n$/)
})

test('the database in use is named without its password', async () => {
  await using copy = await copyWithTests({ 'test/db/a.test.ts': PASSES })
  const env = { TEST_DATABASE_URL: 'postgres://me:secret@127.0.0.1:5432/tests' }

  const { stdout } = await copy.run(['scripts/test.js'], env)

  assert.match(stdout, /PostgreSQL \(the server at 127\.0\.0\.1:5432\)/)
  assert.doesNotMatch(stdout, /secret/)
})

test('files of tests are where TMPDIR says, else in memory for the run alone', async () => {
  await using copy = await copyWithTests({ 'src/a.test.ts': SAYS_FOLDER })
  const folderOf = async (env: Record<string, string | undefined>) => {
    const { stdout } = await copy.run(['scripts/test.js'], env as Record<string, string>)
    return /in (.+)\.$/m.exec(stdout)?.[1] ?? stdout
  }

  assert.equal(await folderOf({ TMPDIR: copy.path }), copy.path)
  const own = await folderOf({ TMPDIR: undefined })
  // a machine may have no room in memory
  assert.ok(own.startsWith('/dev/shm/rookery-tests-') ? !existsSync(own) : existsSync(own), own)
})

test('a run that is killed leaves no process behind', async () => {
  await using copy = await copyWithTests({ 'src/a.test.ts': GOES_ON })
  const run = copy.start(['scripts/test.js'])
  const pid = () => copy.read('pid')
  await until(async () => (await pid()) !== '')

  run.kill('SIGKILL')

  await until(async () => !isAlive(Number(await pid())))
})

async function copyWithTests(files: Record<string, string>): Promise<CheckoutCopy> {
  const copy = await copyCheckout()
  await linkRuntime(copy.path)
  for (const [file, content] of Object.entries(files)) await copy.write(file, content)
  return copy
}

test('what takes long runs only when it is asked for', async () => {
  const files = {
    'test/long/a.test.ts': PASSES,
    'src/b.test.ts': PASSES,
    'src/c.test.ts': HAS_ROUNDS,
    'src/rounds.ts': '',
  }
  await using copy = await copyWithTests(files)

  const usual = await copy.run(['scripts/test.js'], { TEST_ROUNDS: 'as given' })
  const long = await copy.run(['scripts/test.js', '--long'])

  assert.equal(usual.stdout.split('\n').at(-2), '2 passed, 0 failed, 0 skipped')
  assert.match(usual.stdout, /rounds: as given/)
  assert.equal(long.stdout.split('\n').at(-2), '3 passed, 0 failed, 0 skipped')
  assert.match(long.stdout, /rounds: full/)
})
