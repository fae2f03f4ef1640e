import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { checkCounters } from '../../src/cli/checks/counters.ts'
import type { Data, DataCheck } from '../../src/cli/checks/data.ts'
import { checkIndexes } from '../../src/cli/checks/indexes.ts'
import { checkMediaFiles } from '../../src/cli/checks/media-files.ts'
import { checkReferences } from '../../src/cli/checks/references.ts'
import { type Finding, tellFinding } from '../../src/features/health/finding.ts'
import { checkJobs } from '../../src/features/health/jobs.ts'
import { enqueueJobs } from '../../src/kernel/jobs/queue.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { picture } from '../support/media-samples.ts'
import { multipart } from '../support/multipart.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

async function found({ app }: TestServer, check: DataCheck, more: Partial<Data> = {}) {
  const { database, storage } = app
  const findings = await check({
    database,
    storage,
    place: 'media',
    repair: false,
    progress: () => {},
    ...more,
  })
  return linesOf(findings)
}

const linesOf = (findings: readonly Finding[]) =>
  findings.map((one) => tellFinding(one)).map(({ level, text }) => `${level} ${text}`)

/** People and posts with something of each that is counted. */
async function inhabited() {
  const server = await startTestServer()
  const rook = await server.signUp('rook')
  const crow = await server.signUp('crow')
  await crow.follow(rook)
  const status = await rook.publish('hello')
  await crow.publish('hello yourself', { in_reply_to_id: status.id })
  await crow.publish('as I said', { quoted_status_id: status.id })
  await rook.publish('between us, @crow', { visibility: 'direct' })
  await crow.post(`/api/v1/statuses/${status.id}/favourite`)
  await crow.post(`/api/v1/statuses/${status.id}/reblog`)
  const gone = await crow.publish('never mind', { in_reply_to_id: status.id })
  await crow.delete(`/api/v1/statuses/${gone.id}`)
  return { server, rook, crow, status }
}

test('doctor finds wrong counters, and counts them anew', async () => {
  const { server, rook, status } = await inhabited()
  await using _ = server
  await insertRemoteAccount(server.app, { username: 'far', domain: 'far.example' })
  const right = await found(server, checkCounters)
  await server.app.database.transaction(async (db) => {
    const counts = { statuses_count: 7, followers_count: -1, following_count: 3 }
    await db.updateTable('account_stats').set(counts).where('account_id', '=', rook.id).execute()
    await db.updateTable('domain_host').set({ accounts_count: 2 }).execute()
    const marks = { replies_count: 9, reblogs_count: 9, favourites_count: 9, quotes_count: 9 }
    await db.updateTable('status_stats').set(marks).where('status_id', '=', status.id).execute()
  })

  const wrong = await found(server, checkCounters)
  const repaired = await found(server, checkCounters, { repair: true })
  const after = await found(server, checkCounters)

  assert.ok(
    right.every((text) => text.startsWith('ok ')),
    right.join('\n'),
  )
  assert.deepEqual(wrong.map((text) => text.match(/^fail (\S+) is wrong in 1 rows$/)?.[1]).sort(), [
    'account_stats.followers_count',
    'account_stats.following_count',
    'account_stats.statuses_count',
    'domain_host.accounts_count',
    'status_stats.favourites_count',
    'status_stats.quotes_count',
    'status_stats.reblogs_count',
    'status_stats.replies_count',
  ])
  assert.equal(repaired.length, 8)
  assert.deepEqual(after, right)
  const account = (await rook.get(`/api/v1/accounts/${rook.id}`)).json()
  assert.partialDeepStrictEqual(account, { statuses_count: 1, followers_count: 1 })
})

test('doctor finds rows that refer to missing ones', async () => {
  const { server } = await inhabited()
  await using _ = server
  assert.match((await found(server, checkReferences)).join(), /^ok All \d+ references/)

  await withoutForeignKeys(server, 'delete from conversation')
  const findings = await found(server, checkReferences)

  assert.ok(
    findings.some((text) =>
      /^fail \d+ rows of status have a conversation_id that is no row/.test(text),
    ),
    findings.join('\n'),
  )
})

/** As only a foreign hand or a damaged disk does it. */
async function withoutForeignKeys({ app }: TestServer, statement: string): Promise<void> {
  if (!ON_SQLITE) {
    return app.database.transaction(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db)
      await sql.raw(statement).execute(db)
    })
  }
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list`.execute(
    app.db,
  )
  const foreign = new DatabaseSync(rows[0]!.file, { enableForeignKeyConstraints: false })
  foreign.exec(statement)
  foreign.close()
}

test('doctor finds an index that was dropped, and makes it anew', async () => {
  await using server = await startTestServer()
  assert.deepEqual(await found(server, checkIndexes), ['ok Every index is there'])
  await server.app.database.transaction((db) => sql`drop index status_listed`.execute(db))

  const missing = await found(server, checkIndexes)
  const repaired = await found(server, checkIndexes, { repair: true })
  const after = await found(server, checkIndexes)

  assert.match(missing.join(), /^fail The index status_listed is missing: /)
  assert.match(repaired.join(), /^ok The index status_listed is missing no more/)
  assert.deepEqual(after, ['ok Every index is there'])
})

test('doctor finds media whose file is missing', async () => {
  await using server = await startTestServer()
  const rook = await server.signUp('rook')
  const image = await picture(40, 30).png().toBuffer()
  const uploaded = await rook.post('/api/v2/media', ...(await multipart({ file: image })))
  assert.equal(uploaded.statusCode, 200, uploaded.body)
  await server.settle()
  assert.match((await found(server, checkMediaFiles)).join(), /^ok All \d+ files/)
  const { file_key } = await server.app.db
    .selectFrom('media_attachment')
    .select('file_key')
    .executeTakeFirstOrThrow()
  await server.app.storage.remove(file_key!)

  const findings = await found(server, checkMediaFiles)

  assert.match(findings.join(), new RegExp(`^fail 1 of \\d+ files are missing: ${file_key}`))
})

test('doctor finds kinds of which all jobs are parked', async () => {
  await using server = await startTestServer()
  const { database } = server.app
  await database.transaction(async (db) => {
    let id = 117_000_000_000_000_000n
    const jobs = [{ kind: 'card.fetch', payload: {} }]
    await enqueueJobs(db, jobs, 0, () => String(++id))
    await db
      .updateTable('job')
      .set({ parked_at: 1, last_error: 'no' })
      .where('kind', '=', 'card.fetch')
      .execute()
  })

  const { config, clock } = server.app
  const findings = linesOf(await checkJobs({ config, database, now: clock(), servers: [] }))

  assert.match(findings.join(), /^fail The only job of card\.fetch is parked$/)
})
