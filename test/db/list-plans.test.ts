import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { CompiledQuery } from 'kysely'
import type { Database, Db } from '../../src/kernel/db/database.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { databaseFile } from '../../src/kernel/db/sqlite/file.ts'
import { openSqlite } from '../../src/kernel/db/sqlite/open.ts'
import { openOwnTestDatabase } from '../support/database.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { accountId, layoutOf, PEOPLE, SMALL } from '../support/large/layout.ts'
import { fillTables } from '../support/large/postgres.ts'
import { startLargeServer } from '../support/large/server.ts'
import { fill } from '../support/large/sqlite.ts'
import { queriesOf } from '../support/queries.ts'

const PUBLIC = '/api/v1/timelines/public'
const POPULAR = '/api/v1/timelines/tag/popular'
const OWN = `/api/v1/accounts/${accountId(PEOPLE.booster)}/statuses`
const NOTIFICATIONS = '/api/v1/notifications'

/** Lists with a filter, and the index that has just what they ask for. */
const READ_FROM: readonly (readonly [path: string, index: string])[] = [
  ...[
    '',
    'local=true',
    'remote=true',
    'only_media=true',
    'local=true&only_media=true',
    'min_id=1',
  ].map((query) => [`${PUBLIC}?${query}`, 'status_listed'] as const),
  ...[
    '',
    'local=true',
    'only_media=true',
    'any[]=tag5',
    'all[]=tag5',
    'none[]=tag5',
    'min_id=1',
  ].map((query) => [`${POPULAR}?${query}`, 'status_tag_listed'] as const),
  ['/tags/popular', 'status_tag_listed'],
  ['/tags/popular.rss', 'status_tag_listed'],
  ...[
    '',
    'only_media=true',
    'exclude_replies=true',
    'exclude_reblogs=true',
    'exclude_direct=true',
  ].map((query) => [`${OWN}?${query}`, 'status_shelf'] as const),
  [`${OWN}?tagged=tag5`, 'status_tag_account'],
  [`${OWN}?pinned=true`, 'status_pin_account_id_'],
  ['/users/person2/outbox?page=true', 'status_shelf'],
  ['/@person2', 'status_shelf'],
  [`/api/v1/accounts/${accountId(PEOPLE.replier)}/featured_tags`, 'status_tag_account'],
  [`${NOTIFICATIONS}?types[]=poll`, 'notification_type'],
  ['/api/v2/notifications?types[]=poll', 'notification_type'],
  [`${NOTIFICATIONS}/unread_count?types[]=poll`, 'notification_type'],
  [`${NOTIFICATIONS}?account_id=${accountId(SMALL.people + 3)}`, 'notification_sender'],
  ['/api/v1/directory?order=new', 'account_directory'],
  [`/api/v1/accounts/${accountId(PEOPLE.hermit)}/statuses`, 'mention_by_author'],
  [
    `/api/v1/statuses/${layoutOf(SMALL).statusId(layoutOf(SMALL).root)}/context`,
    'status_in_reply_to_id_id',
  ],
  ['/api/rookery/v1/admin/instances', 'domain_host_once'],
]

/** Where nearly all or no rows are what is asked for, PostgreSQL needs no such index. */
const SQLITE_ONLY = [`${PUBLIC}?remote=true`, `${OWN}?pinned=true`]

/** Tables that a list may enter by an index only. */
const LARGE = ['status', 'status_tag', 'notification', 'mention', 'home_entry', 'media_attachment']

test('A71 each filter of a list is read from an index of its own', {
  timeout: 300_000,
}, async () => {
  await using filled = await openFilled()
  const { server, viewer } = await startLargeServer(filled.database)
  await using _ = server
  const wrong: string[] = []
  for (const [path, index] of READ_FROM) {
    const plans = await plansFor(server.app, () => viewer.get(path))
    const isExpected = ON_SQLITE || !SQLITE_ONLY.includes(path)
    if (isExpected && !plans.some((plan) => plan.includes(index)))
      wrong.push(`${path}: not from ${index}`)
    wrong.push(...plans.filter(readsAll).map((plan) => `${path}: reads all\n${plan}`))
  }
  assert.deepEqual(wrong, [])
})

/** How the database goes about what is asked of either reader. */
async function plansFor(app: { db: Db; slowDb: Db }, work: () => Promise<unknown>) {
  const sent: CompiledQuery[] = []
  sent.push(
    ...(await queriesOf(app.db, async () => {
      if (app.slowDb === app.db) await work()
      else sent.push(...(await queriesOf(app.slowDb, work)))
    })),
  )
  const plans: string[] = []
  for (const query of sent.filter((one) => /^\s*(select|with)/i.test(one.sql))) {
    const explain = { ...query, sql: `explain ${ON_SQLITE ? 'query plan ' : ''}${query.sql}` }
    const { rows } = await app.db.executeQuery<Record<string, string>>(explain as CompiledQuery)
    plans.push(rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n'))
  }
  return plans
}

/** PostgreSQL reads tables of this size whole where it likes; the long test asks it at a million rows. */
function readsAll(plan: string): boolean {
  // an index is read from its first row on where a list is of all rows, and never to join others
  return (
    new RegExp(`^SCAN (${LARGE.join('|')})(?! USING)`, 'm').test(plan) ||
    /^SCAN status USING .*\nSEARCH below/m.test(plan)
  )
}

async function openFilled(): Promise<AsyncDisposable & { database: Database }> {
  if (!ON_SQLITE) {
    const database = await openOwnTestDatabase()
    await database.transaction((db) =>
      fillTables((text) => db.executeQuery(CompiledQuery.raw(text)) as never, SMALL),
    )
    await database.db.executeQuery(CompiledQuery.raw('analyze'))
    return { database, async [Symbol.asyncDispose]() {} }
  }
  const folder = await mkdtemp(join(tmpdir(), 'rookery-plans-'))
  const empty = await openSqlite(folder)
  await migrate(empty)
  await empty[Symbol.asyncDispose]()
  fill(databaseFile(folder), SMALL)
  const database = await openSqlite(folder)
  return {
    database,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
