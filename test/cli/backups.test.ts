import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { saveEmoji } from '../../src/features/emojis/save-emoji.ts'
import { backupMarks } from '../../src/features/instance/backup-marks.ts'
import type { Line } from '../../src/kernel/db/archive/format.ts'
import { sealed } from '../support/archive.ts'
import { until } from '../support/in-time.ts'
import { Operator } from '../support/operator.ts'
import { type FaultyProxy, startFaultyProxy } from '../support/s3/faulty-proxy.ts'
import { type Swift, startSwift, withoutSwift } from '../support/s3/swift.ts'
import { canMount, smallDisk } from '../support/small-disk.ts'

const OURS = /^rookery-rookery\.test-\d{8}T\d{6}Z(-media)?\.archive$/
const DAY = 86_400_000
const PICTURE = { original: { data: Buffer.from('caw'), extension: 'png' as const }, still: null }

let template: Operator | null = null
after(() => template?.[Symbol.dispose]())

/** A server with an account and an emoji: a copy of one that is made once. */
async function used(): Promise<Operator> {
  template ??= await makeUsed()
  const operator = new Operator()
  cpSync(template.env.DATA_DIR!, operator.env.DATA_DIR!, { recursive: true })
  return operator
}

async function makeUsed(): Promise<Operator> {
  const operator = await Operator.started()
  await operator.done('accounts', 'create', 'rook', '--email', 'rook@example.org')
  await using server = await operator.open()
  const emoji = { shortcode: 'caw', category: null, picture: PICTURE, overwrite: false }
  await saveEmoji(server.app, emoji)
  return operator
}

function folderOf(operator: Operator): string {
  const folder = operator.path('backups')
  mkdirSync(folder, { recursive: true })
  return folder
}

async function marksOf(operator: Operator) {
  await using server = await operator.open()
  return backupMarks.load(server.app.db)
}

/** The name of an archive of this server, so many days ago. */
function nameOf(daysAgo: number, kind: '' | '-media' = ''): string {
  const stamp = new Date(Date.now() - daysAgo * DAY).toISOString().replace(/[-:]|\.\d+/g, '')
  return `rookery-rookery.test-${stamp}${kind}.archive`
}

test('S-650 dated archives are kept by rules; what is not ours stays', async () => {
  using operator = await used()
  const folder = folderOf(operator)
  const small = [1, 2, 3].map((days) => nameOf(days))
  const foreign = 'rookery-other.test-20200101T000000Z-media.archive'
  const others = ['notes.txt', 'rookery.archive', foreign, ...small]
  const older = [1, 2, 3, 40].map((days) => nameOf(days, '-media'))
  const [yesterday = ''] = older
  for (const name of [...others, ...older]) writeFileSync(join(folder, name), 'x')
  const aFolder = nameOf(50)
  mkdirSync(join(folder, aFolder))
  others.push(aFolder)

  const out = await operator.done('backup', '--to', folder, '--keep', '2d', '--media')

  const found = readdirSync(folder).filter((name) => !others.includes(name))
  assert.equal(found.length, 2, out)
  assert.ok(found.includes(yesterday))
  assert.equal(readdirSync(folder).length, others.length + 2)
  const made = found.find((name) => name !== yesterday)!
  assert.match(made, OURS)
  assert.match(out, new RegExp(`${made}, \\d+ KB`))
  const marks = await marksOf(operator)
  assert.partialDeepStrictEqual(marks, { made: { name: made, place: folder }, failed: null })
  using empty = new Operator()
  await empty.done('restore', join(folder, made))
  assert.match(await empty.done('accounts', 'list'), /rook@example\.org/)
})

test('S-651 a check restores the newest archive, compares it and leaves nothing behind', async () => {
  using operator = await used()
  const folder = folderOf(operator)
  await operator.done('backup', '--to', folder, '--media')
  const before = readdirSync(operator.env.DATA_DIR!)

  const out = await operator.done('backup', '--check', folder)

  assert.match(out, /is good: \d{2,} rows and 1 files were restored/)
  assert.deepEqual(readdirSync(operator.env.DATA_DIR!), before)
  const { checked } = await marksOf(operator)
  assert.partialDeepStrictEqual(checked, { problem: null })
})

test('S-717 an archive with media is none where the files are elsewhere, and such a run removes nothing', async () => {
  using operator = await used()
  const folder = folderOf(operator)
  const good = ['backup', '--to', folder, '--keep', '1d', '--media']
  await operator.done(...good)
  const before = readdirSync(folder)

  operator.env.MEDIA_STORAGE = operator.path('elsewhere')
  const none = await operator.run(...good)

  assert.equal(none.code, 1)
  assert.match(none.notes, /None of the 1 files that the database names is in .*elsewhere/)
  assert.deepEqual(readdirSync(folder), before)
})

test('A132 a file or link that somebody put beside an archive before is neither followed nor used', async () => {
  using operator = await used()
  const [victim, archive] = [operator.path('victim'), operator.path('new.archive')]
  writeFileSync(victim, 'precious')
  for (const name of ['.part', '.snapshot']) symlinkSync(victim, archive + name)

  await operator.done('backup', archive)

  assert.equal(readFileSync(victim, 'utf8'), 'precious')
  assert.equal(lstatSync(archive).isFile(), true)
  assert.equal(lstatSync(archive).mode & 0o777, 0o600)
  const link = operator.path('link.archive')
  symlinkSync(archive, link)
  const refused = await operator.run('backup', link)
  assert.match(
    refused.notes,
    /link\.archive is a symbolic link, through which no backup is written/,
  )
  assert.equal(lstatSync(link).isSymbolicLink(), true)
})

test('A126 an archive that was changed, and sealed anew, is found out by its manifest', async () => {
  using operator = await used()
  const folder = folderOf(operator)
  await operator.done('backup', '--to', folder, '--media')
  const file = join(folder, readdirSync(folder)[0]!)
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
  const [header, ...rest] = lines.slice(0, -1).map((line) => JSON.parse(line) as Line)
  const { migrations } = header as { migrations: string[] }
  const changed = (change: (text: string) => string) =>
    sealed(
      rest.map((line) => (Array.isArray(line) ? JSON.parse(change(JSON.stringify(line))) : line)),
      migrations,
    )

  writeFileSync(
    file,
    changed((text) => text.replaceAll('rook@example.org', 'daw@example.org')),
  )
  const { code, notes } = await operator.run('backup', '--check', folder)
  assert.equal(code, 1)
  assert.match(notes.split('\n').at(-1)!, /is not what was saved: rows of local_user differ/)
  assert.match((await marksOf(operator)).checked!.problem!, /rows of local_user differ/)

  writeFileSync(
    file,
    changed((text) => text),
  )
  await operator.done('backup', '--check', folder)

  const without = rest.filter((line) => !(typeof line === 'object' && 'manifest' in line))
  writeFileSync(file, sealed(without, migrations))
  assert.match(await operator.done('backup', '--check', folder), /older version/)

  writeFileSync(file, readFileSync(file).subarray(0, 500))
  const cut = await operator.run('backup', '--check', folder)
  assert.match(cut.notes, /is cut off/)
  assert.deepEqual(
    readdirSync(operator.env.DATA_DIR!).filter((name) => /check/.test(name)),
    [],
  )
})

test('A125 no backup goes where the media are, and no wrong call is half done', async () => {
  using operator = await used()
  const media = operator.path('media')
  operator.env.MEDIA_STORAGE = media
  mkdirSync(join(media, 'backups'), { recursive: true })
  const folder = folderOf(operator)
  writeFileSync(operator.path('notes.txt'), 'x')
  const refusals: [RegExp, ...string[]][] = [
    [/in the folder of the media/, '--to', join(media, 'backups')],
    [/in the folder of the media/, '--to', media],
    [/is in DATA_DIR/, '--to', join(operator.env.DATA_DIR!, 'backups')],
    [/There is no folder/, '--to', operator.path('none')],
    [/needs AWS_ACCESS_KEY_ID/, '--to', 's3://bucket/prefix'],
    [/must be a folder or s3/, '--to', 'ftp://host'],
    [/--keep must be/, '--to', folder, '--keep', 'all'],
    [/--keep belongs to --to/, operator.path('file'), '--keep', '7d'],
    [/--on can be sqlite only/, '--check', folder, '--on', 'mysql'],
    [/--on belongs to --check/, '--to', folder, '--on', 'sqlite'],
    [/--media belongs to/, '--check', folder, '--media'],
    [/--help explains it/, 'help'],
    [/Give a FILE/],
    [/Give a FILE/, operator.path('file'), '--to', folder],
    [/There is no backup of rookery.test/, '--check', folder],
    [/notes.txt is a file: name the folder/, '--check', operator.path('notes.txt')],
  ]
  for (const [reason, ...args] of refusals) {
    const { code, notes } = await operator.run('backup', ...args)
    assert.notEqual(code, 0, args.join(' '))
    assert.match(notes, reason)
    assert.equal(notes.split('\n').length, 1, notes)
  }
  assert.deepEqual(readdirSync(folder), [])
})

test('what an interrupted run left is removed an hour later, and nothing of a run under way', async () => {
  using operator = await used()
  const folder = folderOf(operator)
  const [old, fresh] = [`${nameOf(1)}.part`, `${nameOf(2)}.snapshot`]
  for (const name of [old, fresh, 'my.part']) writeFileSync(join(folder, name), 'x')
  utimesSync(join(folder, old), 1, 1)
  utimesSync(join(folder, 'my.part'), 1, 1)

  await operator.done('backup', '--to', folder)

  const names = readdirSync(folder)
  assert.deepEqual([names.includes(old), names.includes(fresh)], [false, true])
  assert.ok(names.includes('my.part'))
})

test('the same of an archive with a name of its own', async () => {
  using operator = await used()
  const archive = operator.path('mine.archive')
  const [old, fresh] = ['a', 'b'].map((digit) => `mine.archive.${digit.repeat(16)}.part`)
  const others = [fresh!, 'mine.archive.part', `other.archive.${'a'.repeat(16)}.part`]
  for (const name of [old!, ...others]) writeFileSync(operator.path(name), 'x')
  for (const name of [old!, ...others.slice(1)]) utimesSync(operator.path(name), 1, 1)

  await operator.done('backup', archive)

  const names = readdirSync(operator.folder)
  assert.equal(names.includes(old!), false)
  for (const name of others) assert.ok(names.includes(name), name)
})

test('S-719 a check restores no archive whose date is to come, but where there is no other', async () => {
  using operator = await used()
  const folder = folderOf(operator)
  await operator.done('backup', '--to', folder)
  const [made = ''] = readdirSync(folder)
  cpSync(join(folder, made), join(folder, nameOf(-400)))

  assert.ok((await operator.done('backup', '--check', folder)).startsWith(`${made} is good`))

  rmSync(join(folder, made))
  assert.match(await operator.done('backup', '--check', folder), /^rookery-.* is good/)
})

test('a disk without room for the files of an archive is one line of its restore', {
  skip: canMount() ? false : 'needs the right to mount file systems',
}, async () => {
  using operator = await used()
  const media = join(operator.env.DATA_DIR!, 'media')
  for (const name of readdirSync(media, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.png')) writeFileSync(join(media, name), randomBytes(12 * 1024 ** 2))
  }
  const archive = operator.path('large.archive')
  await operator.done('backup', archive, '--media')
  await using disk = await smallDisk(8, { ORIGIN: operator.env.ORIGIN })

  const { code, stderr } = await disk.run('restore', archive)

  assert.equal(code, 1)
  const lines = stderr.trim().split('\n')
  assert.equal(lines.at(-1), 'rookery: The disk is full; make room and try again', stderr)
})

test('S-764 Ctrl-C ends a backup with one line, is no failure, and leaves what was there', async () => {
  using operator = await used()
  const folder = folderOf(operator)
  const older = nameOf(1)
  writeFileSync(join(folder, older), 'x')
  // those of the test runner would end it
  const known = process.listeners('SIGINT')
  const added = () => process.listeners('SIGINT').find((listener) => !known.includes(listener))

  const running = operator.run('backup', '--to', folder, '--keep', '1d')
  await until(() => added() !== undefined)
  added()!('SIGINT')

  const { code, notes } = await running
  assert.equal(code, 1)
  assert.equal(notes.split('\n').at(-1), 'rookery: Interrupted')
  assert.deepEqual(readdirSync(folder), [older])
  assert.equal(added(), undefined)
  assert.equal((await marksOf(operator)).failed, null)
})

test('a disk without room for a backup is one line, and older backups stay', {
  skip: canMount() ? false : 'needs the right to mount file systems',
}, async () => {
  await using disk = await smallDisk(24)
  await disk.run('migrate')
  const created = await disk.run('accounts', 'create', 'rook', '--email', 'rook@example.org')
  assert.equal(created.code, 0, created.stderr)
  const folder = join(disk.dataDir, '../backups')
  disk.shell(`mkdir -p '${folder}'`)
  const first = await disk.run('backup', '--to', folder)
  assert.equal(first.code, 0, first.stderr)
  const before = disk.shell(`ls '${folder}'`)
  disk.fill()

  const { code, stderr } = await disk.run('backup', '--to', folder, '--keep', '1d')

  assert.equal(code, 1)
  const lines = stderr
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('rookery: '))
  assert.equal(lines.length, 1, stderr)
  assert.match(lines[0]!, /no room|is full/i)
  assert.equal(disk.shell(`ls '${folder}'`), before)
})

describe('backups in a bucket', { skip: withoutSwift }, () => {
  let swift: Swift
  let proxy: FaultyProxy
  let operator: Operator
  let place: string
  before(async () => {
    swift = await startSwift()
    proxy = await startFaultyProxy(swift.port)
    operator = await used()
    operator.env.AWS_ACCESS_KEY_ID = swift.config.accessKeyId
    operator.env.AWS_SECRET_ACCESS_KEY = swift.config.secretAccessKey
    place = `s3://rookery-test/kept?endpoint=${proxy.endpoint}`
  })
  after(async () => {
    operator[Symbol.dispose]()
    await proxy[Symbol.asyncDispose]()
    await swift[Symbol.asyncDispose]()
  })
  beforeEach(() => {
    proxy.fault = null
  })

  test('S-652 an archive is sent, those before it go by the rules, and the newest is checked', async () => {
    await operator.done('backup', '--to', place, '--keep', '1d')
    const { made } = await marksOf(operator)

    assert.match(made!.name!, OURS)
    assert.match(await operator.done('backup', '--check', place), /is good/)
    assert.equal(readdirSync(operator.env.DATA_DIR!).includes('backup-check'), false)
    assert.deepEqual(readdirSync(join(operator.env.DATA_DIR!, 'backup-outbox')), [])
  })

  test('a store that is away, or full, is one line, and what was there stays', async () => {
    const faults = {
      'no answer': (response: { destroy(): void }) => response.destroy(),
      QuotaExceeded: (response: import('node:http').ServerResponse) =>
        response.writeHead(403).end('<Error><Code>QuotaExceeded</Code></Error>'),
    }
    for (const [reason, instead] of Object.entries(faults)) {
      proxy.fault = { of: ({ method }) => method === 'PUT', instead }
      const { code, notes } = await operator.run('backup', '--to', place, '--keep', '1d')
      assert.equal(code, 1)
      // lines before it tell of the progress
      assert.match(notes.split('\n').at(-1)!, new RegExp(`^rookery: S3 bucket .*${reason}`))
      const { failed, made } = await marksOf(operator)
      assert.match(failed!.reason, new RegExp(reason))
      assert.ok(made !== null)
    }
    proxy.fault = null
    assert.match(await operator.done('backup', '--check', place), /is good/)
  })

  test('A125 the bucket of the media is refused', async () => {
    const env = { ...operator.env, MEDIA_STORAGE: place.replace('kept', 'media') }
    using other = await Operator.started(env)
    const { code, notes } = await other.run('backup', '--to', place)
    assert.equal(code, 2)
    assert.match(notes, /holds the media/)
  })
})
