import assert from 'node:assert/strict'
import { readFile, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { changeBanner, changeIcon } from '../../src/cli/site-pictures.ts'
import { KEY_COLUMNS } from '../../src/features/media/stored-keys.ts'
import { DAY } from '../../src/kernel/base/durations.ts'
import { newKey } from '../../src/kernel/storage/keys.ts'
import { openTestDatabase } from '../support/database.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { dataUri, filesOf, png, uploadPicture } from '../support/media-api.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const PART = DAY / 256

/** Waits until the sweep looks at the part of the storage that the file is in, and lets it. */
async function sweepAt(server: TestServer, name: string): Promise<void> {
  const part = Number.parseInt(name.slice(0, 2), 16)
  const now = server.app.clock()
  const today = Math.floor(now / DAY) * DAY + (part + 0.5) * PART
  server.clock.now += (today > now ? today : today + DAY) - now
  const job = { kind: 'media.sweep_orphans', payload: {} }
  await server.app.transact(async (tx) => tx.enqueue(job))
  await server.settle()
}

async function storeOrphan({ app }: TestServer): Promise<string> {
  const key = newKey('previews', 'png')
  await app.storage.put(key, Buffer.from('x'))
  return key
}

const isThere = async ({ app }: TestServer, key: string) => {
  const file = await app.storage.open(key)
  await file?.close()
  return file !== null
}

test('a file that no row names goes after a day, all others stay', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const picture = dataUri('image/png', await png(20, 10))
  const changed = await alice.patch('/api/v1/accounts/update_credentials', {
    avatar: picture,
    header: picture,
  })
  assert.equal(changed.statusCode, 200, changed.body)
  await alice.publish('with a picture', { media_ids: [(await uploadPicture(alice)).id] })
  await changeBanner(server.app, await png(1200, 630), '')
  await changeIcon(server.app, await png(100, 100))
  const named = (await filesOf(server)).sort()
  assert.ok(named.length >= 15, String(named))
  const orphan = await storeOrphan(server)

  const name = basename(orphan)
  const tomorrow = Date.now() / 1000 + 86_400
  await utimes(join(server.app.config.mediaStorage, orphan), tomorrow, tomorrow)

  await sweepAt(server, name)
  assert.equal(await isThere(server, orphan), true, 'younger than a day')
  server.clock.now += 2 * DAY
  for (const one of [...named, name]) await sweepAt(server, one)

  assert.equal(await isThere(server, orphan), false)
  assert.deepEqual((await filesOf(server)).filter((one) => one !== 'owner').sort(), named)
})

test('nobody tidies up the files of another server', async () => {
  await using server = await startTestServer()
  const folder = server.app.config.mediaStorage
  assert.equal(await server.app.storage.isOwnedBy('https://other.test'), true)
  assert.equal(await readFile(join(folder, 'owner'), 'utf8'), 'https://other.test')
  const theirs = await storeOrphan(server)
  const longAgo = Date.now() / 1000 - 3 * 86_400
  await utimes(join(folder, theirs), longAgo, longAgo)

  await sweepAt(server, basename(theirs))

  assert.equal(await isThere(server, theirs), true)
})

test('every column that names a file is asked', async () => {
  await using database = await openTestDatabase()
  const query = ON_SQLITE
    ? sql<{ name: string }>`
      select t.name || '.' || c.name as name from pragma_table_list as t, pragma_table_info(t.name) as c
      where t.schema = 'main' and t.type = 'table' and c.name like '%key'`
    : sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = current_schema() and column_name like '%key'`
  const others = ['job.unique_key', 'notification.group_key', 'passkey.public_key']
  const columns = (await query.execute(database.db)).rows.map(({ name }) => name)

  const asked = Object.entries(KEY_COLUMNS).flatMap(([table, names]) =>
    names.map((name) => `${table}.${name}`),
  )
  const keys = columns.filter((name) => /_key$/.test(name) && !others.includes(name))
  assert.deepEqual(keys.sort(), asked.sort())
})
