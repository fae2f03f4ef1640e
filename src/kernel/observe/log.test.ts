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
  return spawnSync('sh', ['-c', command], { encoding: 'utf8', env, timeout: 60_000 })
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

test('what is logged last is written at the end, also to a reader that is slow', () => {
  for (const redirection of ['', '| (sleep 0.5; exec cat)']) {
    const { status, stdout } = run(
      `
      const log = openLog({ level: 'info' })
      const write = (from) => {
        for (let line = from; line < from + 2500; line++) log.info({ line }, 'x'.repeat(100))
      }
      write(0)
      await new Promise((later) => setTimeout(later, 100))
      write(2500)
      process.exit(0)`,
      redirection,
    )

    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).line)
    // some of the first ones may still be on their way when the last ones are written
    const sorted = lines.toSorted((a, b) => a - b)
    assert.deepEqual([status, sorted], [0, Array.from({ length: 5000 }, (_, line) => line)])
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
