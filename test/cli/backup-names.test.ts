import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { backupMarks } from '../../src/features/instance/backup-marks.ts'
import { Operator } from '../support/operator.ts'

let operator: Operator
let folder: string
before(async () => {
  operator = await Operator.started()
  folder = process.cwd()
})
after(() => operator?.[Symbol.dispose]())

async function refused(reason: RegExp, ...args: string[]): Promise<void> {
  const { code, notes } = await operator.run(...args)
  assert.equal(code, 2, `${args.join(' ')}: ${notes}`)
  assert.match(notes, reason)
  assert.equal(notes.split('\n').length, 1, notes)
}

test('S-720 a pipe is refused, and no file named - is made or looked for', async () => {
  await refused(/cannot be piped: name a FILE and send that/, 'backup', '-')
  await refused(/cannot be piped/, 'backup', '-', '--media')
  await refused(/cannot be piped: save it in a file/, 'restore', '-')
  await refused(/--to must be a folder or s3:\/\/…, not "-"/, 'backup', '--to', '-')
  await refused(/--check must be a folder or s3:\/\/…, not "-"/, 'backup', '--check', '-')

  assert.equal(existsSync('-'), false)
})

test('S-720 a variable that is not set names no folder', async () => {
  const before = readdirSync(folder)
  for (const empty of ['', ' ']) {
    await refused(/--to must be a folder or s3/, 'backup', '--to', empty, '--keep', '7d')
    await refused(/--check must be a folder or s3/, 'backup', '--check', empty)
    await refused(/FILE must name a file/, 'backup', empty)
    await refused(/FILE must name a file/, 'restore', empty)
    await refused(/--backup must be a folder/, 'migrate', '--backup', empty)
    await refused(/--to must be a folder or s3/, 'media', 'move', '--to', empty)
    await refused(/--from must be a folder or s3/, 'media', 'move', '--from', empty)
  }
  assert.deepEqual(readdirSync(folder), before)
  await using server = await operator.open()
  assert.equal((await backupMarks.load(server.app.db)).made, null)
})

test('S-782 an archive that was begun in the same second stays, and the next one follows it', async () => {
  const folder = operator.path('backups')
  mkdirSync(folder)
  // every second in which the command may begin
  const taken = Array.from({ length: 300 }, (_, second) => {
    const stamp = new Date(Date.now() + second * 1000).toISOString().replace(/[-:]|\.\d+/g, '')
    return `rookery-rookery.test-${stamp}.archive`
  })
  for (const name of taken) writeFileSync(join(folder, name), 'x')

  await operator.done('backup', '--to', folder)

  const made = readdirSync(folder).filter((name) => !taken.includes(name))
  assert.equal(made.length, 1)
  assert.match(made[0]!, /^rookery-rookery\.test-\d{8}T\d{6}Z\.archive$/)
  for (const name of taken) assert.equal(readFileSync(join(folder, name), 'utf8'), 'x')
})
