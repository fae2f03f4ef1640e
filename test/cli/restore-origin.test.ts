import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { saveEmoji } from '../../src/features/emojis/save-emoji.ts'
import { readConfig } from '../../src/kernel/base/config.ts'
import { beginRestore } from '../../src/kernel/db/archive/mark.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { openDatabase } from '../../src/kernel/db/open.ts'
import { Operator } from '../support/operator.ts'

const PICTURE = { original: { data: Buffer.from('caw'), extension: 'png' as const }, still: null }

let from: Operator
let archive: string
before(async () => {
  from = await Operator.started()
  archive = from.path('archive')
  {
    await using server = await from.open()
    const emoji = { shortcode: 'caw', category: null, picture: PICTURE, overwrite: false }
    await saveEmoji(server.app, emoji)
  }
  await from.done('backup', archive, '--media')
})
after(() => from?.[Symbol.dispose]())

test('S-725 an archive of another ORIGIN is refused before anything is written', async () => {
  using to = new Operator({ ORIGIN: 'https://other.example' })

  const { code, notes } = await to.run('restore', archive)

  assert.equal(code, 78)
  const line =
    /^rookery: ORIGIN is https:\/\/other\.example, but this archive is of https:\/\/rookery\.test, /
  assert.match(notes, line)
  assert.equal(notes.split('\n').length, 1, notes)
  assert.deepEqual(readdirSync(to.folder), [])
})

test('S-781 an archive that cannot be read leaves no folder and no database behind', async () => {
  using to = new Operator()
  const { code, notes } = await to.run('restore', to.path('nothing'))
  assert.deepEqual([code, notes.split('\n').length], [1, 1], notes)
  assert.deepEqual(readdirSync(to.folder), [])
})

test('S-780 S-729 an unfinished restore ends commands with 78, and doctor says so', async () => {
  using to = new Operator()
  {
    await using database = await openDatabase(readConfig(to.env), { process: 'tool' })
    await migrate(database, { within: beginRestore })
  }
  const { code, notes } = await to.run('accounts', 'list')
  assert.equal(code, 78)
  assert.match(notes, /^rookery: A restore into this database is not finished: run the same /)
  const { code: found, out } = await to.run('doctor')
  assert.equal(found, 1)
  const line =
    /^fail {2}A restore into this database is not finished → Run the same rookery restore/m
  assert.match(out, line)

  await to.done('restore', archive)
  await to.done('accounts', 'list')
})

test('S-725 without ORIGIN, or with that of the archive, it is restored', async () => {
  for (const ORIGIN of ['', 'https://rookery.test/']) {
    using to = new Operator({ ORIGIN })
    const out = await to.done('restore', archive)
    assert.match(out, /Start the server with ORIGIN=https:\/\/rookery\.test$/)
  }
})
