import assert from 'node:assert/strict'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { inTime } from '../../../test/support/in-time.ts'
import { temporaryFolder } from '../../../test/support/media-samples.ts'
import { StorageFull } from '../base/errors.ts'
import { findFfmpeg, runTool } from './ffmpeg.ts'
import { MediaRejected } from './rejected.ts'

const run = (script: string, options: { seconds: number; signal?: AbortSignal }) =>
  runTool(process.execPath, ['-e', script], options)

const rejected = (reason: string) => (error: unknown) =>
  error instanceof MediaRejected && error.reason === reason

test('without ffmpeg, or with one that cannot write what is needed, none is found', async (context) => {
  const folder = await temporaryFolder(context)
  assert.equal(await findFfmpeg(''), null)
  assert.equal(await findFfmpeg(folder), null)
  for (const name of ['ffmpeg', 'ffprobe']) {
    await writeFile(join(folder, name), '#!/bin/sh\necho " V....D mpeg4  MPEG-4"\n')
    await chmod(join(folder, name), 0o755)
  }
  assert.equal(await findFfmpeg(folder), null)
})

test('A42 a program that does not end in time is killed', async () => {
  const running = run('setInterval(() => {}, 1000)', { seconds: 0.3 })
  await assert.rejects(inTime(running, 'it is killed'), rejected('too-long'))
})

test('A42 a program that says too much is killed', async () => {
  const endless = "const say = () => process.stdout.write('x'.repeat(1e6), say); say()"
  await assert.rejects(run(endless, { seconds: 30 }), rejected('undecodable'))
})

test('A42 the programs see nothing of the server’s environment', async (context) => {
  process.env.ROOKERY_TEST_SECRET = 'secret'
  context.after(() => delete process.env.ROOKERY_TEST_SECRET)

  const output = await run('console.log(Object.keys(process.env).join())', { seconds: 30 })

  assert.doesNotMatch(String(output), /ROOKERY/)
  assert.match(String(output), /PATH/)
})

test('work that is stopped from outside throws the reason, and says nothing about the file', async () => {
  const reason = new Error('shutting down')
  const controller = new AbortController()
  const running = run('setInterval(() => {}, 1000)', { seconds: 30, signal: controller.signal })
  controller.abort(reason)
  await assert.rejects(running, reason)

  const killed = run("process.kill(process.pid, 'SIGTERM')", { seconds: 30 })
  await assert.rejects(killed, (error) => !(error instanceof MediaRejected))
})

test('a program that fails means a damaged file, except when the disk is full', async () => {
  const failing = (text: string) =>
    run(`console.error('${text}'); process.exit(1)`, { seconds: 30 })

  await assert.rejects(failing('Invalid data found'), rejected('undecodable'))
  await assert.rejects(failing('No space left on device'), StorageFull)
})
