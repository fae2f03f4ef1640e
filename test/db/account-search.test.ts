import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { removeUnseenAccount } from '../../src/features/accounts/lifecycle.ts'
import { removeRemoteAccount } from '../../src/features/accounts/remote/remove.ts'
import { deleteAccount } from '../../src/features/moderation/delete-account.ts'
import { searchAccounts } from '../../src/features/relationships/account-search.ts'
import { findCandidates } from '../../src/features/relationships/account-search-candidates.ts'
import { readWanted } from '../../src/features/relationships/account-search-query.ts'
import type { Database, Db } from '../../src/kernel/db/database.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { migrations } from '../../src/kernel/db/migrations/all.ts'
import { byCodePoints } from '../../src/kernel/db/prefix.ts'
import { indexedWords, wantedWords } from '../support/account-index.ts'
import { setAccount } from '../support/account-state.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { plansOf } from '../support/queries.ts'
import { insertRemoteAccounts, receiveProfile } from '../support/remote-account.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

test('whatever happens to accounts, the index has the words of all who can be found, and no others', async () => {
  await using server = await startTestServer()
  const { app } = server
  const owner = await server.signUp('owner', { role: 'Owner' })
  const bob = await server.signUp('bob_b')
  const waiting = await server.signUp('waiting', { approved: false })
  const refused = await server.signUp('refused', { approved: false })
  const [one, two] = ['https://away.test/users/1', 'https://away.test/users/2'] as const
  const receive = (uri: string, username: string, name: string) =>
    receiveProfile(app, { uri, username, name })
  const idOf = async (uri: string) => {
    const query = app.db.selectFrom('account').select('id').where('uri', '=', uri)
    return (await query.executeTakeFirstOrThrow()).id
  }
  const suspend = async (uri: string) => {
    const path = `/api/v1/admin/accounts/${await idOf(uri)}/action`
    const { statusCode } = await owner.post(path, { type: 'suspend' })
    assert.equal(statusCode, 200)
  }
  const remove = async (uri: string) => {
    const id = await idOf(uri)
    await app.transact((tx) => removeRemoteAccount(tx, id))
  }
  const steps: [string, () => Promise<unknown>][] = [
    ['sign-ups', async () => {}],
    ['approval', () => owner.post(`/api/v1/admin/accounts/${waiting.id}/approve`)],
    ['refusal', () => app.transact((tx) => removeUnseenAccount(tx, refused.id))],
    ['new name', () => bob.patch('/api/v1/accounts/update_credentials', { display_name: 'Bob É' })],
    ['new note', () => bob.patch('/api/v1/accounts/update_credentials', { note: 'x' })],
    ['discovery', () => receive(one, 'eve', 'Eve')],
    ['another name elsewhere', () => receive(one, 'eve', '田中 Eve')],
    ['another user name elsewhere', () => receive(one, 'evelyn', '田中 Eve')],
    ['a namesake', () => receive(two, 'adam', '')],
    ['a handle given to another', () => receive(two, 'evelyn', 'New Eve')],
    ['suspension', () => suspend(two)],
    ['gone elsewhere', () => remove(one)],
    ['there again', () => receive(one, 'eve', 'Back')],
    ['deletion', () => app.transact((tx) => deleteAccount(tx, bob.id))],
    ['later work', () => server.settle()],
  ]

  for (const [what, happen] of steps) {
    await happen()
    const wanted = await wantedWords(app.db)
    assert.ok(wanted.size > 1, what)
    assert.deepEqual(await indexedWords(app.db), wanted, what)
  }

  await app.transact((tx) => tx.db.deleteFrom('account').where('uri', '=', one).execute())
  assert.deepEqual(await indexedWords(app.db), await wantedWords(app.db))
})

test('the accounts of a database from before are indexed as it is updated', async () => {
  await using server = await startTestServer()
  const { app } = server
  const alice = await server.signUp('alice')
  const gone = await server.signUp('gone')
  await server.signUp('pending', { approved: false })
  await setAccount(server, gone, { deleted_at: 1 })
  const names = Array.from({ length: 1200 }, (_, at) => `crow${at}`)
  await insertRemoteAccounts(
    app,
    names.map((username) => ({ username, domain: 'away.test', displayName: 'Zoë 田中' })),
  )
  const before = await indexedWords(app.db)
  const database: Pick<Database, 'db' | 'transaction'> = {
    db: app.db,
    transaction: asTransaction(server),
  }
  await app.transact((tx) => undo(tx.db))

  const applied = await migrate(database as Database, { migrations })

  assert.deepEqual(applied, ['0027_account_search'])
  assert.equal(before.size, names.length + 1)
  assert.deepEqual(await indexedWords(app.db), before)
  const [id] = await search(server, alice.id, 'crow77 zoe')
  assert.equal(before.get(id!), 'crow77 zoe 田中 中')
})

const asTransaction =
  ({ app }: TestServer): Database['transaction'] =>
  (work) =>
    app.transact((tx) => work(tx.db))

/** Makes of a database what it was before the migration. */
async function undo(db: Db): Promise<void> {
  if (ON_SQLITE) await sql`drop trigger account_unindexed`.execute(db)
  await sql`drop table account_search`.execute(db)
  await sql`drop index account_stats_followers_count`.execute(db)
  await sql`drop index account_username_prefix`.execute(db)
  const username = byCodePoints(db, sql.ref('username_lower'))
  await sql`create index account_username_prefix on account (${username}, id)`.execute(db)
  await sql`delete from migration where name = '0027_account_search'`.execute(db)
}

function search({ app }: TestServer, viewerId: string, q: string, more: object = {}) {
  const asked = { q, limit: 10, offset: 0, following: false, resolve: false, ...more }
  return searchAccounts(app, { id: viewerId }, asked)
}

test('no search for accounts reads all of them', { skip: !ON_SQLITE }, async () => {
  await using server = await startTestServer()
  const { app } = server
  const viewer = await server.signUp('viewer')
  for (const q of ['a', 'anna b', '田', 'anna@away.test', 'a@', 'a@a', 'a@rookery.test']) {
    const wanted = readWanted(app.config, q)!
    const plans = [
      ...(await plansOf(app.slowDb, () => search(server, viewer.id, q))),
      ...(await plansOf(app.slowDb, () => search(server, viewer.id, q, { following: true }))),
      // as if too many matched
      ...(await plansOf(app.slowDb, () =>
        findCandidates(app.slowDb, { viewerId: viewer.id, wanted, following: false }, NONE),
      )),
    ]

    assert.equal(plans.length, 8, q)
    for (const { plan } of plans) {
      for (const step of plan.filter((step) => OF_TABLES.test(step))) {
        assert.ok(
          BOUNDED.some((bounded) => bounded.test(step)),
          `${q}: ${step}`,
        )
      }
    }
    const first = plans[0]!.plan.join('\n')
    const index = q.includes('@')
      ? /^SEARCH named USING COVERING INDEX account_username_prefix/
      : /^SCAN account_search VIRTUAL TABLE INDEX \d+:M/
    assert.match(first, index, q)
    assert.doesNotMatch(first, /TEMP B-TREE/, q)
  }
})

const NONE = { ranked: -1, popular: 10 }

/** Steps that read rows of tables, and those of them that read one, some of a name, or the first of an index. */
const OF_TABLES = /^(SCAN|SEARCH) (account|account_stats|account_search|named|follow|f)\b/
const BOUNDED = [
  /^SEARCH (account|named) (EXISTS )?USING .*\b(id=\?|username_lower[=>]\?)/,
  /^SEARCH account_stats USING PRIMARY KEY \(account_id=\?\)/,
  /^SCAN account_stats USING COVERING INDEX account_stats_followers_count$/,
  /^SCAN account_search VIRTUAL TABLE INDEX (0:=|\d+:M1?[<>]*)$/,
  /^SEARCH (f|follow) USING .*\baccount_id=\?/,
]

test('of too many matches the same ones are ranked each time: exact, followed, popular and some more', async () => {
  await using server = await startTestServer()
  const { app } = server
  const viewer = await server.signUp('viewer')
  const exact = await server.signUp('crow')
  const friend = await server.signUp('crow_friend')
  await viewer.follow(friend)
  await viewer.follow(await server.signUp('scarecrow'))
  const at = { domain: 'away.test' }
  const [known, better] = await insertRemoteAccounts(app, [
    { ...at, username: 'crow_p', followers: 7 },
    { ...at, username: 'crow_q', followers: 9 },
    ...Array.from({ length: 20 }, (_, n) => ({ ...at, username: `crow${n}` })),
    { ...at, username: 'raven', followers: 99 },
  ])
  const candidates = (q: string, ranked: number, { popular = 100, following = false } = {}) => {
    const wanted = readWanted(app.config, q)!
    const search = { viewerId: viewer.id, wanted, following }
    return findCandidates(app.slowDb, search, { ranked, popular })
  }

  for (const q of ['crow', 'crow@']) {
    const some = await candidates(q, 2)
    assert.deepEqual(some.slice(0, 4), [exact.id, friend.id, better, known], q)
    assert.ok(some.length <= 7, q)
    assert.deepEqual(await candidates(q, 2), some, q)
    assert.deepEqual(await candidates(q, 2, { following: true }), [friend.id], q)
    assert.equal((await candidates(q, 24)).length, 24, q)
    assert.equal(new Set(await candidates(q, 23)).size, 24, q)
    assert.equal((await candidates(q, 1, { popular: 1 })).includes(better!), false, q)
    assert.equal((await candidates(q, 1, { popular: 2 })).includes(better!), true, q)
  }
  assert.deepEqual((await candidates('cro', 1)).slice(0, 2), [friend.id, better])
  assert.deepEqual(new Set(await candidates('crow fri', 0)), new Set([friend.id]))
})
