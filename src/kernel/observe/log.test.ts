import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

/** In a process of its own: this one would end. */
function run(program: string, redirection = '') {
  const path = join(import.meta.dirname, 'log.ts')
  const text = `import { openLog, logUnhandled } from ${JSON.stringify(path)}\n${program}`
  const command = `"${process.execPath}" --input-type=module -e "$PROGRAM" ${redirection}`
  const env = { PATH: process.env.PATH, PROGRAM: text }
  return spawnSync('sh', ['-c', command], {
    encoding: 'utf8',
    env,
    timeout: 60_000,
    maxBuffer: 8 << 20,
  })
}

test('a promise that nothing waits for is logged, and ends nothing', () => {
  const { status, stdout, stderr } = run(`
    logUnhandled(openLog({ level: 'info' }))
    Promise.reject(new Error('lost'))
    setTimeout(() => console.log('alive'), 10)`)

  assert.deepEqual([status, stderr], [0, ''])
  assert.match(stdout, /"message":"lost"/)
  assert.match(stdout, /^alive$/m)
})

test('a log that nothing reads or takes keeps nothing from ending at once', {
  skip: process.platform !== 'linux',
}, () => {
  for (const redirection of ['> /dev/full', '| exec true']) {
    const ended = run(
      `
      const log = openLog({ level: 'info' })
      await new Promise((later) => setTimeout(later, 100))
      log.info('a')
      log.info('b')
      console.error('alive')
      process.exit(0)`,
      redirection,
    )

    assert.deepEqual([ended.status, ended.stderr], [0, 'alive\n'], redirection)
  }
})

/**
 * Others use standard output too: Node then makes a pipe one that takes nothing while it is full. Resolves once it was, in
 * the moment in which nothing is on its way.
 */
const UNTIL_FULL = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  process.stdout.on('error', () => {})
  const { promise: full, resolve } = Promise.withResolvers()
  const { write: original } = fs
  fs.write = (fd, lines, done) =>
    original(fd, lines, (error, written) => {
      done(error, written)
      if (error?.code === 'EAGAIN') resolve()
    })
  syncBuiltinESMExports()`
const A_WHILE = 'const full = new Promise((later) => setTimeout(later, 100))'

test('what is logged last is written at the end, whole and in lines, also to a reader that is slow', () => {
  for (const [redirection, before, length] of [
    ['', A_WHILE, 100],
    ['| (sleep 0.5; exec cat)', A_WHILE, 100],
    ['| (sleep 0.5; exec cat)', UNTIL_FULL, 100],
    ['| (sleep 0.5; exec cat)', UNTIL_FULL, 9_000],
  ] as const) {
    const each = 150_000 / length
    const { status, stdout } = run(
      `
      ${before}
      const log = openLog({ level: 'info' })
      const write = (from) => {
        for (let line = from; line < from + ${each}; line++) log.info({ line }, 'x'.repeat(${length}))
      }
      write(0)
      await full
      write(${Math.ceil(each)})
      process.exit(0)`,
      redirection,
    )

    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).line)
    // some of the first ones may still be on their way when the last ones are written
    const sorted = lines.toSorted((a, b) => a - b)
    const all = Array.from({ length: 2 * Math.ceil(each) }, (_, line) => line)
    assert.deepEqual([status, sorted], [0, all], `${before} ${redirection} ${length}`)
  }
})

test('a log that cannot be written ends nothing, and keeps nothing from ending', {
  skip: process.platform !== 'linux',
}, () => {
  const { status, stderr } = run(
    `
    const log = openLog({ level: 'info' })
    for (let line = 0; line < 100; line++) {
      log.info('x'.repeat(1000))
      if (line % 10 === 0) await new Promise((later) => setTimeout(later, 1))
    }
    console.error('alive')
    process.exit(0)`,
    '> /dev/full',
  )

  assert.deepEqual([status, stderr], [0, 'alive\n'])
})
