import assert from 'node:assert/strict'
import { lstat, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { UploadedFile } from '../../src/kernel/http/body/uploaded-file.ts'
import { startTestServer } from '../support/server.ts'

const HOUR = 3_600_000
const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

test('files of bodies that a killed process left are removed once nobody can be writing them', async () => {
  await using server = await startTestServer()
  await using written = new UploadedFile('new.png', 'image/png')
  const left = new UploadedFile('left.png', 'image/png')
  const others = await mkdtemp(join(tmpdir(), 'rookery-upload-'))
  const twoHoursAgo = new Date(Date.now() - 2 * HOUR)
  for (const { path } of [written, left]) await writeFile(path, 'x')
  await mkdir(join(others, 'more'))
  for (const path of [left.path, others]) await utimes(path, twoHoursAgo, twoHoursAgo)

  const job = { kind: 'media.sweep_temporary', payload: {} }
  await server.app.transact(async (tx) => tx.enqueue(job))
  await server.settle()

  assert.equal(await isThere(left.path), false)
  assert.equal(await isThere(written.path), true)
  // the folder belongs to everybody, and no folder in it is ours
  assert.equal(await isThere(others), true)
  await rm(others, { recursive: true })
})
