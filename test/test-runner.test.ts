import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CheckoutCopy, copyCheckout, linkRuntime } from './support/checkout-copy.ts'

const PASSES = `
import { test } from 'node:test'
test('which', () => console.log('ran on ' + process.env.ROOKERY_TEST_DB))
`
const FAILS = `
import assert from 'node:assert/strict'
import { test } from 'node:test'
test('outer', async (t) => { await t.test('one is two', () => assert.equal(1, 2)) })
test('needs a browser', { skip: 'no chromium' }, () => {})
`
const ENDS = `
import { test } from 'node:test'
test('ends the process', () => process.exit(0))
`

test('tests of what touches a database run on both, all others once', async () => {
  await using copy = await copyWithTests({ 'test/api/a.test.ts': PASSES, 'src/b.test.ts': PASSES })

  const { code, stdout, stderr } = await copy.run(['scripts/test.js'])

  assert.equal(code, 0, stdout + stderr)
  assert.equal(stdout.match(/ran on sqlite/g)?.length, 2)
  assert.equal(stdout.match(/ran on postgres/g)?.length, 1)
  assert.equal(stdout.split('\n').at(-2), '3 passed, 0 failed, 0 skipped')
})

test('a failure on either database fails the run and is told at the end', async () => {
  await using copy = await copyWithTests({ 'test/web/a.test.ts': FAILS, 'src/b.test.ts': PASSES })

  const { code, stdout } = await copy.run(['scripts/test.js'])

  assert.equal(code, 1)
  for (const database of ['sqlite', 'postgres']) {
    assert.match(stdout, new RegExp(`✖ ${database}: outer › one is two\n  test/web/a.test.ts:4\n`))
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

async function copyWithTests(files: Record<string, string>): Promise<CheckoutCopy> {
  const copy = await copyCheckout()
  await linkRuntime(copy.path)
  for (const [file, content] of Object.entries(files)) await copy.write(file, content)
  return copy
}

test('what takes long runs only when it is asked for', async () => {
  const files = { 'test/long/a.test.ts': PASSES, 'src/b.test.ts': PASSES }
  await using copy = await copyWithTests(files)

  const usual = await copy.run(['scripts/test.js'])
  const long = await copy.run(['scripts/test.js', '--long'])

  assert.equal(usual.stdout.split('\n').at(-2), '1 passed, 0 failed, 0 skipped')
  assert.equal(long.stdout.split('\n').at(-2), '2 passed, 0 failed, 0 skipped')
})
