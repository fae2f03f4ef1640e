import assert from 'node:assert/strict'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { backupMarks } from '../../src/features/instance/backup-marks.ts'
import type { Line } from '../../src/kernel/db/archive/format.ts'
import { sealed } from '../support/archive.ts'
import { Operator } from '../support/operator.ts'

let template: Operator | null = null
after(() => template?.[Symbol.dispose]())

/** A server that has one archive in a folder: copies of what is made once. */
async function backedUp(): Promise<{ operator: Operator; folder: string; archive: string }> {
  template ??= await makeBackedUp()
  const operator = new Operator()
  const folder = operator.path('backups')
  cpSync(template.env.DATA_DIR!, operator.env.DATA_DIR!, { recursive: true })
  cpSync(template.path('backups'), folder, { recursive: true })
  return { operator, folder, archive: join(folder, readdirSync(folder)[0]!) }
}

async function makeBackedUp(): Promise<Operator> {
  const operator = await Operator.started()
  await operator.done('accounts', 'create', 'rook', '--email', 'rook@example.org')
  mkdirSync(operator.path('backups'))
  await operator.done('backup', '--to', operator.path('backups'))
  return operator
}

async function marksOf(operator: Operator) {
  await using server = await operator.open()
  return backupMarks.load(server.app.db)
}

async function failing(operator: Operator, ...args: string[]): Promise<string> {
  const { code, notes } = await operator.run('backup', ...args)
  assert.equal(code, 1, `${args.join(' ')}: ${notes}`)
  return notes.split('\n').at(-1)!
}

/** Makes an archive one of a later version, in which nothing else differs. */
function makeNewer(archive: string): void {
  const lines = gunzipSync(readFileSync(archive)).toString().trimEnd().split('\n')
  const [header, ...rest] = lines.slice(0, -1).map((line) => JSON.parse(line) as Line)
  const { migrations } = header as { migrations: string[] }
  writeFileSync(archive, sealed(rest, [...migrations, '9999_later']))
}

test('S-722 an archive that could not be checked is not called bad, and a check that was done ends it', async () => {
  const { operator, folder, archive } = await backedUp()
  using _ = operator
  const whole = readFileSync(archive)
  await operator.done('backup', '--check', folder)
  makeNewer(archive)

  assert.match(await failing(operator, '--check', folder), /written by a newer version/)

  const marks = await marksOf(operator)
  assert.equal(marks.checked!.problem, null)
  assert.match(marks.unchecked!.reason, /written by a newer version/)
  const { out } = await operator.run('doctor')
  assert.match(out, /A backup could not be checked on .*: This archive was written by a newer/)
  assert.doesNotMatch(out, /is not good|was restored and compared/)
  writeFileSync(archive, whole)
  await operator.done('backup', '--check', folder)
  assert.partialDeepStrictEqual(await marksOf(operator), { unchecked: null })
})

test('S-722 an archive that is damaged is bad, and no longer one that could not be checked', async () => {
  const { operator, folder, archive } = await backedUp()
  using _ = operator
  const whole = readFileSync(archive)
  makeNewer(archive)
  await failing(operator, '--check', folder)
  writeFileSync(archive, whole.subarray(0, whole.length / 2))

  await failing(operator, '--check', folder)

  const { checked, unchecked } = await marksOf(operator)
  assert.match(checked!.problem!, /is cut off/)
  assert.equal(unchecked, null)
})

test('S-723 a backup whose place is not there, and a check without an archive, are kept as failures', async () => {
  const { operator, folder } = await backedUp()
  using _ = operator
  const gone = operator.path('not-mounted')

  assert.match(await failing(operator, '--to', gone, '--keep', '7d'), /There is no folder/)
  assert.match((await marksOf(operator)).failed!.reason, /There is no folder .*not-mounted/)
  assert.match((await operator.run('doctor')).out, /The last backup failed on .*not-mounted/)
  await operator.done('backup', '--to', folder)
  assert.equal((await marksOf(operator)).failed, null)

  assert.match(await failing(operator, '--check', gone), /There is no folder/)
  assert.match((await marksOf(operator)).unchecked!.reason, /There is no folder .*not-mounted/)
  await operator.done('backup', '--check', folder)
  assert.equal((await marksOf(operator)).unchecked, null)

  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  assert.match(await failing(operator, '--check', folder), /There is no backup of rookery.test/)
  const { unchecked, checked } = await marksOf(operator)
  assert.match(unchecked!.reason, /There is no backup of rookery.test/)
  assert.equal(checked!.problem, null)
})

test('A133 S-764 a call that cannot be meant is kept as no failure, and shows no key', async () => {
  const { operator } = await backedUp()
  using _ = operator
  const place = 'https://AKIA:SECRET@s3.example/bucket'

  for (const args of [
    ['--to', place],
    ['--check', place],
    ['--check', 's3://x'],
    ['--to', operator.path('data/backups')],
  ]) {
    const { code, out, notes } = await operator.run('backup', ...args)
    assert.equal(code, 2, notes)
    assert.doesNotMatch(out + notes, /SECRET@/)
  }

  assert.partialDeepStrictEqual(await marksOf(operator), { failed: null, unchecked: null })
  assert.doesNotMatch((await operator.run('doctor')).out, /SECRET|The last backup failed|checked/)
})

test('S-724 the newest archive of each kind is checked, and one that is bad makes the check fail', async () => {
  const { operator, folder, archive } = await backedUp()
  using _ = operator
  const older = join(folder, 'rookery-rookery.test-20200101T000000Z-media.archive')
  const oldest = join(folder, 'rookery-rookery.test-20190101T000000Z-media.archive')
  cpSync(archive, older)
  writeFileSync(oldest, 'not looked at')

  const both = (await operator.done('backup', '--check', folder)).split('\n')

  assert.equal(both.length, 2)
  assert.ok(both[0]!.startsWith(`${basename(archive)} is good`), both[0]!)
  assert.ok(both[1]!.startsWith(`${basename(older)} is good`), both[1]!)

  writeFileSync(older, readFileSync(older).subarray(0, 500))
  const { code, out, notes } = await operator.run('backup', '--check', folder)
  assert.equal(code, 1)
  assert.ok(out.startsWith(`${basename(archive)} is good`), out)
  assert.match(notes.split('\n').at(-1)!, /^rookery: .*-media\.archive is cut off$/)
  assert.partialDeepStrictEqual((await marksOf(operator)).checked, { name: basename(older) })

  // one could not be checked, the other one is bad: both are told, the worse last
  makeNewer(archive)
  const last = (await operator.run('backup', '--check', folder)).notes.split('\n').slice(-2)
  assert.match(last[0]!, /^rookery: .*Z\.archive: This archive was written by a newer version/)
  assert.match(last[1]!, /-media\.archive is cut off$/)
  const marks = await marksOf(operator)
  assert.match(marks.checked!.problem!, /is cut off/)
  assert.match(marks.unchecked!.reason, /newer version/)

  cpSync(archive, older)
  const same = await operator.run('backup', '--check', folder)
  assert.equal(same.notes.match(/rookery: /g)!.length, 1, same.notes)
  assert.match((await marksOf(operator)).checked!.problem!, /is cut off/)
})

test('A132 an archive is read through a link, and a link that leads nowhere is one line', async () => {
  const { operator, folder, archive } = await backedUp()
  using _ = operator
  const [link, nowhere] = [operator.path('link.archive'), operator.path('nowhere.archive')]
  const aside = operator.path('aside.archive')
  symlinkSync(aside, link)
  symlinkSync(operator.path('none'), nowhere)
  cpSync(archive, aside)
  rmSync(archive)
  symlinkSync(aside, archive)

  assert.match(await operator.done('backup', '--check', folder), /is good/)
  const refusals: [RegExp, string][] = [
    [/nowhere\.archive: there is no such file$/, nowhere],
    [/missing\.archive: there is no such file$/, operator.path('missing.archive')],
    [/backups: it is a folder, and has to be a file$/, folder],
  ]
  using empty = new Operator()
  for (const [reason, name] of refusals) {
    const { code, notes } = await empty.run('restore', name)
    assert.equal(code, 1)
    assert.match(notes, reason)
    assert.equal(notes.split('\n').length, 1, notes)
  }
  await empty.done('restore', link)
  assert.match(await failing(operator, '--check', link), /is a file: name the folder/)
  assert.match(await failing(operator, nowhere), /nowhere\.archive is a symbolic link/)
})
