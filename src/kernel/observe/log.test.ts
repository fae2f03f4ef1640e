import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

/** In a process of its own: this one would end. */
function run(program: string, redirection = '', env: Record<string, string> = {}) {
  const path = join(import.meta.dirname, 'log.ts')
  const text = `import { openLog, logUnhandled } from ${JSON.stringify(path)}\n${program}`
  const command = `"${process.execPath}" --input-type=module -e "$PROGRAM" ${redirection}`
  return spawnSync('sh', ['-c', command], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, PROGRAM: text, ...env },
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
 * Logs lines, waits, logs as many again, and ends.
 * @param wait statements
 * @returns the numbers of the lines that arrived, in order
 */
function logTwice(
  wait: string,
  count: number,
  length: number,
  ...where: [string, Record<string, string>?]
) {
  const { status, stdout, stderr } = run(
    `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const log = openLog({ level: 'info' })
    const write = (from) => {
      for (let line = from; line < from + ${count}; line++) log.info({ line }, 'x'.repeat(${length}))
    }
    ${wait}
    write(${count})
    process.exit(0)`,
    ...where,
  )
  assert.deepEqual([status, stderr], [0, ''])
  const numbers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).line)
  // some of the first ones may still be on their way when the last ones are written
  return numbers.toSorted((a, b) => a - b)
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

test('what is logged last is written at the end, also to a reader that is slow', () => {
  const wait = `
    write(0)
    await new Promise((later) => setTimeout(later, 100))`

  for (const redirection of ['', '| (sleep 0.5; exec cat)']) {
    assert.deepEqual(logTwice(wait, 1_500, 100, redirection), upTo(3_000), redirection)
  }
})

test('lines that a full pipe refused are written at the end, in whole lines', {
  skip: process.platform !== 'linux',
}, () => {
  // others use standard output too, and Node then makes a pipe one that refuses what it has no room for
  const wait = `
    process.stdout.on('error', () => {})
    const refused = Promise.withResolvers()
    const { write: original } = fs
    fs.write = (fd, lines, done) =>
      original(fd, lines, (error, written) => {
        done(error, written)
        if (error?.code === 'EAGAIN') refused.resolve()
      })
    syncBuiltinESMExports()
    write(0)
    await refused.promise
    fs.writeFileSync(process.env.REFUSED, '')`
  const folder = mkdtempSync(join(tmpdir(), 'rookery-log-'))
  try {
    for (const [count, length] of [
      [1_500, 100],
      [17, 9_000],
    ] as const) {
      const REFUSED = join(folder, `${length}`)
      const reader = '| (until [ -e "$REFUSED" ]; do sleep 0.1; done; exec cat)'
      assert.deepEqual(logTwice(wait, count, length, reader, { REFUSED }), upTo(2 * count))
    }
  } finally {
    rmSync(folder, { recursive: true })
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
