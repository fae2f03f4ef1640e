import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { localFiles, nothingFound } from '../../src/cli/local-files.ts'
import { backup } from '../../src/kernel/db/archive/backup.ts'
import { ArchiveError } from '../../src/kernel/db/archive/format.ts'
import { compareTables } from '../../src/kernel/db/archive/manifest.ts'
import { verifyArchive } from '../../src/kernel/db/archive/read.ts'
import { type RestoreOptions, restore } from '../../src/kernel/db/archive/restore.ts'
import type { Database, Db } from '../../src/kernel/db/database.ts'
import { migrate, missingMigrations } from '../../src/kernel/db/migrate.ts'
import { openDatabase } from '../../src/kernel/db/open.ts'
import { UnfinishedRestore } from '../../src/kernel/db/start-error.ts'
import { sealed } from '../support/archive.ts'
import { openTestDatabase } from '../support/database.ts'
import { picture } from '../support/media-samples.ts'
import { multipart } from '../support/multipart.ts'
import { fillEveryTable, readEverything } from '../support/schema.ts'
import { startTestServer } from '../support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-archive-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const newFile = () => join(folder, `${++files}.rookery`)
const openSqlite = () =>
  openDatabase({ databaseUrl: null, dataDir: join(folder, `data${++files}`) })

/** As the command does: the archive is read to its end first. */
async function restoreFile(target: Database, file: string, options?: RestoreOptions) {
  await restore(target, { file, header: await verifyArchive(file) }, options)
}

/** Restores and lists what differs from the manifest. */
async function differencesIn(target: Database, file: string): Promise<string[] | null> {
  let found: string[] | null = null
  await restoreFile(target, file, {
    async onLoaded(db, { tables, manifest }) {
      found = await compareTables(db, tables, manifest!, () => {})
    },
  })
  return found
}

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

test('a backup restored into a SQLite database that was never used holds every row', async () => {
  await using source = await openTestDatabase()
  await using target = await openSqlite()
  await source.transaction(fillEveryTable)
  const file = newFile()

  await backup(source, file)
  const differences = await differencesIn(target, file)

  assert.deepEqual(differences, [])
  assert.deepEqual(await readEverything(target.db), await readEverything(source.db))
})

test('a backup from SQLite restored into the database of this run holds every row', async () => {
  await using source = await openSqlite()
  await using empty = await openTestDatabase()
  await using target = await openTestDatabase()
  const [first, second] = [newFile(), newFile()]
  await backup(empty, first)
  await restoreFile(source, first)
  await source.transaction(fillEveryTable)

  await backup(source, second)
  assert.deepEqual(await differencesIn(target, second), [])

  assert.deepEqual(await readEverything(target.db), await readEverything(source.db))
})

test('a backup holds what was there when it began, whatever is written meanwhile', async () => {
  await using source = await openTestDatabase()
  await using target = await openSqlite()
  const note = { hint: '', translations: '{}', priority: 0, deleted_at: null, created_at: 0 }
  await source.transaction(async (db) => {
    const rows = Array.from({ length: 1_200 }, (_, at) => ({
      id: String(117_000_000_000_000_000n + BigInt(at)),
      text: 'old',
      ...note,
    }))
    for (let at = 0; at < rows.length; at += 400) {
      await db
        .insertInto('rule')
        .values(rows.slice(at, at + 400))
        .execute()
    }
  })
  const file = newFile()
  const begun = Promise.withResolvers<void>()
  const rename = (db: Db) => db.updateTable('rule').set({ text: 'new' }).execute()
  const writing = begun.promise.then(() => source.transaction(rename))

  await backup(source, file, { onProgress: () => begun.resolve() })
  await writing
  await restoreFile(target, file)

  const texts = await target.db.selectFrom('rule').select('text').distinct().execute()
  assert.deepEqual(texts, [{ text: 'old' }])
})

test('files travel in the archive whole', async () => {
  await using source = await openTestDatabase()
  await using target = await openSqlite()
  const file = newFile()
  const large = 'x'.repeat(200_000)
  async function* media() {
    yield { name: 'a/b.png', content: pieces('one', 'two') }
    yield { name: 'empty', content: pieces() }
    yield { name: 'large', content: pieces(large) }
  }
  const found: Record<string, string> = {}

  await backup(source, file, { files: media })
  await restoreFile(target, file, {
    async writeFile(name, content) {
      found[name] = Buffer.concat(await Array.fromAsync(content)).toString()
    },
  })

  assert.deepEqual(found, { 'a/b.png': 'onetwo', empty: '', large })
})

test('the files of a backup are those that its own rows name', async () => {
  await using server = await startTestServer()
  const rook = await server.signUp('rook')
  const image = await picture(40, 30).png().toBuffer()
  await rook.post('/api/v2/media', ...(await multipart({ file: image })))
  await server.settle()
  await using target = await openSqlite()
  const file = newFile()
  const names: string[] = []

  await backup(server.app.database, file, {
    files: (db) => localFiles(db, server.app.storage, nothingFound()),
  })
  await restoreFile(target, file, {
    async writeFile(name, content) {
      names.push(name)
      await Array.fromAsync(content)
    },
  })

  const row = await target.db.selectFrom('media_attachment').selectAll().executeTakeFirstOrThrow()
  assert.ok(names.includes(row.file_key!), names.join())
})

test('an archive that was cut off or changed is refused before anything is written', async () => {
  await using source = await openTestDatabase()
  await source.transaction(fillEveryTable)
  const file = newFile()
  await backup(source, file)
  const whole = readFileSync(file)
  const text = gunzipSync(whole).toString()
  const damaged = {
    'cut off': whole.subarray(0, whole.length - 40),
    'a bit changed': whole.map((byte, at) => (at === 500 ? byte ^ 1 : byte)),
    'a row changed': gzipSync(text.replace('quoted', 'Quoted')),
    'a row missing': gzipSync(text.split('\n').toSpliced(2, 1).join('\n')),
    'no end': gzipSync(`${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`),
    'more after the end': gzipSync(`${text}[1]\n`),
    'no archive': Buffer.from('hello'),
    empty: Buffer.alloc(0),
  }

  for (const [name, bytes] of Object.entries(damaged)) {
    await using target = await openSqlite()
    const bad = newFile()
    writeFileSync(bad, bytes)
    await assert.rejects(restoreFile(target, bad), ArchiveError, name)
    const tables = await target.db.introspection.getTables()
    assert.deepEqual(tables, [], name)
  }
})

test('A43 an archive that names a file outside of its folder is refused', async () => {
  await using source = await openTestDatabase()
  for (const name of ['../evil', '/etc/passwd', 'a/../../b', 'a\\..\\b', 'C:/x', 'a//b', '.', '']) {
    const file = newFile()
    async function* media() {
      yield { name, content: pieces('x') }
    }
    await assert.rejects(backup(source, file, { files: media }), ArchiveError, name)

    writeFileSync(file, sealed([{ file: name }, 'eA==']))
    await using target = await openSqlite()
    let written = 0
    const writeFile = async () => void written++
    await assert.rejects(restoreFile(target, file, { writeFile }), /outside/, name)
    assert.equal(written, 0)
  }
})

test('a database that holds something is not restored into', async () => {
  await using source = await openTestDatabase()
  await using target = await openSqlite()
  const file = newFile()
  await backup(source, file)
  await restoreFile(target, file)
  await target.transaction(fillEveryTable)

  await assert.rejects(restoreFile(target, file), /not empty/)
  assert.deepEqual(await migrate(target), [], 'it is served as before')
})

test('S-780 nothing starts on a database before all rows of its archive are there; the same restore goes on', async () => {
  await using source = await openTestDatabase()
  await using target = await openTestDatabase()
  await source.transaction(fillEveryTable)
  const file = newFile()
  await backup(source, file, {
    files: async function* () {
      yield { name: 'a/b', content: pieces('x') }
    },
  })
  const writeFile = async () => {
    throw new Error('the power is cut')
  }
  await assert.rejects(restoreFile(target, file, { writeFile }), /power/)

  await assert.rejects(migrate(target), UnfinishedRestore)
  await assert.rejects(missingMigrations(target.db), UnfinishedRestore)
  assert.deepEqual(await differencesIn(target, file), [])
  assert.deepEqual((await missingMigrations(target.db)).names, [])
})

test('an archive of a newer version is refused', async () => {
  await using target = await openSqlite()
  const file = newFile()
  writeFileSync(file, sealed([], ['0001_first', '9999_later']))

  await assert.rejects(restoreFile(target, file), /newer version/)
})

test('A43 an archive names no table and no column but those that there are', async () => {
  const wrong = [
    { table: 'setting" ("name") values (1) --', columns: [] },
    { table: 'nothing', columns: [] },
    { table: 'setting', columns: ['name", "value'] },
  ]
  for (const line of wrong) {
    const file = newFile()
    writeFileSync(file, sealed([line, []]))
    await using target = await openSqlite()

    await assert.rejects(restoreFile(target, file), /There is no (table|column)/, line.table)
  }
})
