import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { saveEmoji } from '../../src/features/emojis/save-emoji.ts'
import { readConfig } from '../../src/kernel/base/config.ts'
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
  await using database = await openDatabase(readConfig(to.env), { process: 'tool' })
  assert.deepEqual(await database.db.introspection.getTables(), [])
  const media = join(to.env.DATA_DIR!, 'media')
  const files = existsSync(media) ? readdirSync(media).filter((name) => name !== 'tmp') : []
  assert.deepEqual(files, [])
})

test('S-725 without ORIGIN, or with that of the archive, it is restored', async () => {
  for (const ORIGIN of ['', 'https://rookery.test/']) {
    using to = new Operator({ ORIGIN })
    const out = await to.done('restore', archive)
    assert.match(out, /Start the server with ORIGIN=https:\/\/rookery\.test$/)
  }
})
