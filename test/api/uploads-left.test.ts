import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { lstat, mkdir, rm, utimes, writeFile } from 'node:fs/promises'
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
  // the folder for temporary files belongs to everybody
  const [folder, notes] = [`rookery-upload-1-${randomUUID()}`, 'rookery-upload-notes'].map((name) =>
    join(tmpdir(), name),
  ) as [string, string]
  const twoHoursAgo = new Date(Date.now() - 2 * HOUR)
  for (const path of [written.path, left.path, notes]) await writeFile(path, 'x')
  await mkdir(folder)
  for (const path of [left.path, folder, notes]) await utimes(path, twoHoursAgo, twoHoursAgo)

  const job = { kind: 'media.sweep_temporary', payload: {} }
  await server.app.transact(async (tx) => tx.enqueue(job))
  await server.settle()

  assert.equal(await isThere(left.path), false)
  assert.equal(await isThere(written.path), true)
  for (const path of [folder, notes]) {
    assert.equal(await isThere(path), true)
    await rm(path, { recursive: true })
  }
})
