import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { commands } from '../../src/cli/commands.ts'
import { Operator } from '../support/operator.ts'

test('every command explains itself with --help and does nothing else', async () => {
  using operator = new Operator()

  for (const name of Object.keys(commands)) {
    const { code, out } = await operator.run(...name.split(' '), '--help')
    assert.equal(code, 0, name)
    assert.ok(out.startsWith(`Usage: rookery ${name}`), out)
  }
  assert.equal(
    await operator.done('help', 'accounts', 'create'),
    await operator.done('accounts', 'create', '--help'),
  )
  const list = await operator.done('--help')
  for (const name of Object.keys(commands)) assert.ok(list.includes(`  ${name} `), name)
})

test('a group of commands lists what is in it', async () => {
  using operator = new Operator()

  const out = await operator.done('accounts')

  assert.match(out, /accounts create/)
  assert.doesNotMatch(out, /jobs list/)
})

test('what is not understood ends with code 2 and one line that says why', async () => {
  using operator = new Operator()
  const wrong = [
    [['nope'], /no command "nope"/],
    [['toString'], /no command "toString"/],
    [['accounts', 'nope'], /no command "accounts nope"/],
    [['accounts', 'create'], /NAME is missing/],
    [['accounts', 'show', 'one', 'two'], /"two" is one word too many/],
    [['accounts', 'show', 'one', '--nope'], /--nope/],
    [['accounts', 'create', 'one'], /--email must be given/],
    [['jobs', 'retry'], /ids, --kind or --all/],
    [['settings', 'set', 'title'], /a value or --file/],
  ] as const

  for (const [args, message] of wrong) {
    const { code, out, notes } = await operator.run(...args)
    assert.equal(code, 2, args.join(' '))
    assert.equal(out, '')
    assert.match(notes, message)
    assert.equal(notes.split('\n').length, 1, notes)
  }
})

test('S-708 a command makes no server where there is none: its DATA_DIR is wrong', async () => {
  using operator = new Operator()
  const archive = operator.path('archive')

  for (const args of [
    ['backup', archive],
    ['accounts', 'list'],
    ['settings', 'get'],
  ]) {
    const { code, out, notes } = await operator.run(...args)
    assert.equal(code, 1)
    assert.equal(out, '')
    assert.match(notes, /^rookery: There is no server in \S+data \(DATA_DIR\): give the setting/)
  }

  assert.equal(existsSync(operator.env.DATA_DIR!), false)
  assert.equal(existsSync(archive), false)
})

test('S-713 a setting from the environment that makes no sense is one line, and ends with 78', async () => {
  using operator = new Operator({ ORIGIN: 'nowhere' })

  const { code, notes } = await operator.run('accounts', 'list')

  assert.equal(code, 78)
  assert.match(notes, /^rookery: ORIGIN must be an address/)
  assert.equal(notes.split('\n').length, 1)
})

test('a data directory that cannot be used is one line', async () => {
  using operator = new Operator()
  writeFileSync(operator.path('data'), 'a file')

  const { code, notes } = await operator.run('migrate')

  assert.equal(code, 78, 'a restart does no better')
  assert.match(notes, /^rookery: DATA_DIR .* cannot be made/)
  assert.equal(notes.split('\n').length, 1)
})

test('the program itself prints the result on standard output and ends with its code', async () => {
  using operator = new Operator()
  const run = async (...args: string[]) => {
    const program = join(import.meta.dirname, '../../src/cli.ts')
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...process.env, ...operator.env },
    })
    const exit = new Promise<number | null>((resolve) => child.on('exit', resolve))
    return { out: await text(child.stdout), errors: await text(child.stderr), code: await exit }
  }

  const migrated = await run('migrate')
  assert.equal(migrated.code, 0, migrated.errors)
  assert.match(migrated.out, /^There was no database in \S+ \(DATA_DIR\): a new one is there/)

  const refused = await run('accounts', 'show', 'nobody')
  assert.equal(refused.code, 1)
  assert.equal(refused.out, '')
  assert.equal(refused.errors, 'rookery: There is no local account named nobody\n')
})

test('S-727 output that nobody reads is no error, and output that cannot be written is one line', {
  skip: process.platform !== 'linux',
}, async () => {
  using operator = await Operator.started()
  const run = (redirection: string) => {
    const program = join(import.meta.dirname, '../../src/cli.ts')
    const command = `"${process.execPath}" "${program}" settings get ${redirection}`
    return spawnSync('sh', ['-c', command], { env: { ...process.env, ...operator.env } })
  }

  const unread = run('| exec true')
  assert.equal(`${unread.stderr}`, '')
  const full = run('> /dev/full')
  assert.equal(full.status, 1)
  assert.match(`${full.stderr}`, /^rookery: The output cannot be written: ENOSPC.*\n$/)
})
