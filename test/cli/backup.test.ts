import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { localEmojis } from '../../src/features/emojis/emojis.ts'
import { saveEmoji } from '../../src/features/emojis/save-emoji.ts'
import { backupMarks } from '../../src/features/instance/backup-marks.ts'
import { searchAccounts } from '../../src/features/relationships/account-search.ts'
import { UNSCREENED } from '../../src/features/statuses/screening/screening.ts'
import { createStatus } from '../../src/features/statuses/write/create.ts'
import { readConfig } from '../../src/kernel/base/config.ts'
import type { App } from '../../src/kernel/core/app.ts'
import { backup } from '../../src/kernel/db/archive/backup.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { migrations } from '../../src/kernel/db/migrations/all.ts'
import { openDatabase } from '../../src/kernel/db/open.ts'
import { searchStatuses } from '../../src/kernel/db/search/statuses.ts'
import { takeServerLock } from '../../src/kernel/db/server-lock.ts'
import { indexedWords, wantedWords } from '../support/account-index.ts'
import { Operator } from '../support/operator.ts'
import { fillEveryTable } from '../support/schema.ts'

const PICTURE = { original: { data: Buffer.from('caw'), extension: 'png' as const }, still: null }

async function fill(operator: Operator): Promise<void> {
  await operator.done('accounts', 'create', 'rook', '--email', 'rook@example.org')
  await using server = await operator.open()
  const emoji = { shortcode: 'caw', category: null, picture: PICTURE, overwrite: false }
  await saveEmoji(server.app, emoji)
}

async function publish(app: App, words: string): Promise<void> {
  const { id, username } = await app.db
    .selectFrom('account')
    .select(['id', 'username'])
    .executeTakeFirstOrThrow()
  await app.transact((tx) =>
    createStatus(tx, {
      author: { id, username, silenced: false },
      text: words,
      spoilerText: '',
      sensitive: false,
      visibility: 'public',
      language: 'en',
      inReplyToId: null,
      mediaIds: [],
      poll: null,
      applicationId: null,
      idempotencyKey: null,
      screening: UNSCREENED,
      quotedId: null,
      quotePolicy: 'public',
    }),
  )
}

async function emojiFile({ app }: { app: App }): Promise<string | null> {
  const emoji = (await app.cached.get(localEmojis)).get('caw')!
  const file = await app.storage.open(emoji.image_key)
  return file === null ? null : text(file.stream())
}

test('what is backed up from a running server is there after restore into an empty one', async () => {
  using from = await Operator.started()
  using to = new Operator()
  await fill(from)
  const archive = from.path('rookery.archive')
  const token = await from.done('tokens', 'create', 'rook')
  {
    await using _running = await from.open()
    assert.match(await from.done('backup', archive, '--media'), /rookery\.archive: \d/)
  }

  const out = await to.done('restore', archive)

  assert.match(out, /ORIGIN=https:\/\/rookery\.test/)
  assert.match(await to.done('accounts', 'list'), /rook@example\.org/)
  assert.equal(await to.done('tokens', 'create', 'rook'), token)
  await using server = await to.open()
  assert.equal(await emojiFile(server), 'caw')
})

test('restored statuses are found by their words', async () => {
  using from = await Operator.started()
  using to = new Operator()
  await fill(from)
  {
    await using server = await from.open()
    await publish(server.app, 'the quick brown rook')
  }
  await from.done('backup', from.path('archive'))
  await to.done('restore', from.path('archive'))

  await using server = await to.open()
  const found = await searchStatuses(server.app.db, { all: ['brown'] })
    .select('status.text')
    .execute()
  assert.deepEqual(
    found.map((row) => row.text),
    ['the quick brown rook'],
  )
})

test('restored accounts are found by their words', async () => {
  using from = await Operator.started()
  using to = new Operator()
  await fill(from)
  await from.done('backup', from.path('archive'))

  await to.done('restore', from.path('archive'))

  await using server = await to.open()
  const search = { q: 'roo', limit: 1, offset: 0, following: false, resolve: false }
  assert.equal((await searchAccounts(server.app, null, search)).length, 1)
})

test('accounts of an archive from before they were indexed are found by their words', async () => {
  using from = await Operator.started()
  using to = new Operator()
  await using old = await openDatabase({ databaseUrl: null, dataDir: from.path('old') })
  await migrate(old, { migrations: migrations.filter(({ name }) => name < '0027') })
  await old.transaction(async (db) => {
    await fillEveryTable(db)
    const search_text = sql<string>`username || ' ' || display_name`
    await db
      .updateTable('account')
      .set({ activated_at: 1, deleted_at: null, search_text })
      .execute()
  })
  await backup(old, from.path('archive'))

  await to.done('restore', from.path('archive'))

  await using database = await openDatabase(readConfig(to.env))
  const words = await indexedWords(database.db)
  assert.equal(words.size, 3)
  assert.deepEqual(words, await wantedWords(database.db))
})

test('without --media the archive holds no files', async () => {
  using from = await Operator.started()
  using to = new Operator()
  await fill(from)

  await from.done('backup', from.path('archive'))
  await to.done('restore', from.path('archive'))

  await using server = await to.open()
  assert.equal(await emojiFile(server), null)
  await using source = await from.open()
  const { made: mark } = await backupMarks.load(source.app.db)
  assert.ok(mark !== null && mark.at > 0, 'S-603: the checklist has heard of the backup')
})

test('restore refuses a database that is in use, and one that is not empty', async () => {
  using from = await Operator.started()
  await fill(from)
  const archive = from.path('archive')
  await from.done('backup', archive)

  const notEmpty = await from.run('restore', archive)
  assert.equal(notEmpty.code, 1)
  assert.match(notEmpty.notes, /The database is not empty/)

  const info = { pid: process.pid, host: '::', port: 3000, startedAt: 0, checkout: '' }
  using _lock = takeServerLock(from.env.DATA_DIR!, info)
  const used = await from.run('restore', archive)
  assert.equal(used.code, 1)
  assert.match(used.notes, /A server already uses/)
})

test('restore refuses what is no whole archive and leaves nothing behind', async () => {
  using from = await Operator.started()
  using to = new Operator()
  await fill(from)
  const archive = from.path('archive')
  await from.done('backup', archive)
  const whole = readFileSync(archive)
  writeFileSync(from.path('cut'), whole.subarray(0, whole.length / 2))
  writeFileSync(from.path('text'), 'no archive')

  for (const name of ['cut', 'text', 'missing']) {
    const { code, notes } = await to.run('restore', from.path(name))
    assert.equal(code, 1, name)
    assert.equal(notes.split('\n').length, 1, notes)
  }
  await to.done('restore', archive)
})

test('backup replaces an archive, and never another file or a folder', async () => {
  using operator = await Operator.started()
  await fill(operator)
  const data = operator.env.DATA_DIR ?? ''
  const database = join(data, 'rookery.db')
  const archive = join(data, 'backup.archive')
  await operator.done('backup', archive)
  await operator.done('backup', archive)

  const other = join(data, 'site.tar.gz')
  writeFileSync(other, gzipSync('somebody else made this'))

  const refused = await operator.run('backup', database)
  const kept = await operator.run('backup', other)
  const folder = await operator.run('backup', data)

  assert.equal(refused.code, 1)
  assert.match(refused.notes, /rookery\.db is there and is no archive: nothing was written/)
  assert.match(await operator.done('accounts', 'list'), /\brook\b/)
  assert.equal(kept.code, 1)
  assert.equal(gunzipSync(readFileSync(other)).toString(), 'somebody else made this')
  assert.equal(folder.code, 1)
  assert.match(folder.notes, /is a folder: name a file in it, or use --to/)
})

test('backup into a folder that is not there is one line', async () => {
  using operator = await Operator.started()

  const file = join(operator.path('none'), 'archive')
  const { code, notes } = await operator.run('backup', file)

  assert.equal(code, 1)
  assert.match(notes, /^rookery: There is no folder/)
  assert.equal(existsSync(file), false)
})
