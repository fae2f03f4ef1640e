import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizeFollowRequest } from '../../src/features/relationships/follow-requests.ts'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf } from '../support/entities.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { signUpStaff } from '../support/staff.ts'

interface Suggested {
  source: string
  sources: string[]
  account: { id: string; username: string }
}

async function signUpAll(server: TestServer, ...names: string[]): Promise<TestUser[]> {
  const people = []
  for (const name of names) {
    const person = await server.signUp(name)
    await setAccount(server, person, { discoverable: true })
    people.push(person)
  }
  return people
}

async function suggestionsFor(user: TestUser): Promise<Record<string, string[]>> {
  const list: Suggested[] = entityOf(await user.get('/api/v2/suggestions'), 'Suggestion[]')
  return Object.fromEntries(list.map(({ account, sources }) => [account.username, sources]))
}

/** Everybody was here today, and the daily job counts what they did. */
async function countPopular({ app, settle }: TestServer): Promise<void> {
  await app.transact(async (tx) => {
    const last_active_day = Math.floor(tx.now / 86_400_000)
    await tx.db.updateTable('local_user').set({ last_active_day }).execute()
    tx.enqueue({ kind: 'discovery.count_popular', payload: {} })
  })
  await settle()
}

test('S-357 people are suggested for what others do, each source by its own rule', async () => {
  await using server = await startTestServer()
  const [alice, friend, fof, idol, fan, like, liked, staff] = (await signUpAll(
    server,
    ...['alice', 'friend', 'fof', 'idol', 'fan', 'like', 'liked', 'staff'],
  )) as [TestUser, TestUser, TestUser, TestUser, TestUser, TestUser, TestUser, TestUser]
  await server.set('featured_accounts', ['@staff', 'nobody', 'gone@away.test'])
  // an old follow: what its people do says nothing of alice's latest interests
  await alice.follow(friend)
  server.clock.now += 40 * 86_400_000
  await friend.follow(fof)
  await fan.follow(idol)
  await fan.follow(like)
  const quiet = await server.signUp('quiet')
  for (const person of [friend, fan]) await person.follow(quiet)
  await alice.follow(idol)
  const { id } = await liked.publish('hello')
  for (const person of [fan, like, liked]) await person.post(`/api/v1/statuses/${id}/favourite`)
  await fan.post(`/api/v1/statuses/${id}/reblog`)
  await countPopular(server)

  assert.deepEqual(await suggestionsFor(alice), {
    staff: ['featured'],
    fof: ['friends_of_friends', 'most_followed'],
    like: ['similar_to_recently_followed', 'most_followed'],
    liked: ['most_interactions'],
  })
  const [first] = (await alice.get('/api/v2/suggestions?limit=1')).json()
  assert.deepEqual([first.source, first.account.id], ['staff', staff.id])
  const second = (await alice.get('/api/v2/suggestions?limit=1&offset=1')).json()
  assert.deepEqual([second[0].source, second[0].account.id], ['past_interactions', fof.id])

  const old = await alice.get('/api/v1/suggestions')
  assert.equal(old.headers.deprecation, '@1621123200')
  assert.deepEqual(
    entityOf(old, 'Account[]').map(({ username }: { username: string }) => username),
    ['staff', 'fof', 'like', 'liked'],
  )
})

test('S-357 nobody is suggested whom one follows, asked, dismissed or does not want to meet', async () => {
  await using server = await startTestServer()
  const [alice, friend] = (await signUpAll(server, 'alice', 'friend')) as [TestUser, TestUser]
  await alice.follow(friend)
  const kept = (await signUpAll(server, 'kept')).at(0)!
  const states = {
    suspended: { suspended_at: 1 },
    silenced: { silenced_at: 1 },
    moved: { moved_to_id: kept.id },
    undiscoverable: { discoverable: null },
    memorial: { memorial: true },
    deleted: { deleted_at: 1 },
  }
  const names = ['followed', 'asked', 'dismissed', 'blocked', 'blocking', 'muted']
  const people = await signUpAll(server, ...names, ...Object.keys(states))
  const of = (name: string) => people.find((person) => person.username === name)!
  for (const person of [...people, kept]) await friend.follow(person)
  const remote = { id: await insertRemoteAccount(server.app, { username: 'r', domain: 'a.test' }) }
  await setAccount(server, remote, { discoverable: true })
  await friend.post(`/api/v1/accounts/${remote.id}/follow`)
  await friendsFollow(server, friend, remote.id)
  assert.equal(Object.keys(await suggestionsFor(alice)).length, people.length + 2)

  for (const [name, state] of Object.entries(states)) await setAccount(server, of(name), state)
  await setAccount(server, of('asked'), { locked: true })
  for (const name of ['followed', 'asked']) await alice.follow(of(name))
  await alice.post(`/api/v1/accounts/${of('blocked').id}/block`)
  await of('blocking').post(`/api/v1/accounts/${alice.id}/block`)
  await alice.post(`/api/v1/accounts/${of('muted').id}/mute`)
  await alice.post('/api/v1/domain_blocks', { domain: 'a.test' })
  for (const id of [of('dismissed').id, of('dismissed').id, '1', 'x']) {
    const answer = await alice.delete(`/api/v1/suggestions/${id}`)
    assert.deepEqual([answer.statusCode, answer.json()], [200, {}], id)
  }

  assert.deepEqual(Object.keys(await suggestionsFor(alice)), ['kept'])
  const reading = await server.tokenFor(alice, 'read')
  assert.equal((await reading.delete(`/api/v1/suggestions/${kept.id}`)).statusCode, 403)
  // people who hide whom they follow suggest nobody
  await setAccount(server, friend, { hide_collections: true })
  assert.deepEqual(await suggestionsFor(alice), {})
})

test('suggestions cost as many queries for many as for few', async () => {
  await using server = await startTestServer()
  const [alice, friend] = (await signUpAll(server, 'alice', 'friend')) as [TestUser, TestUser]
  await alice.follow(friend)
  const work = async () => {
    server.app.fragments.nextEpoch()
    assert.equal((await alice.get('/api/v2/suggestions')).statusCode, 200)
  }
  const { slowDb } = server.app
  const cost = async () => [
    await countQueries(server, work),
    await countQueries(server, work, slowDb),
  ]
  for (const person of await signUpAll(server, 'one', 'two')) await friend.follow(person)
  const few = await cost()

  for (const person of await signUpAll(server, 'three', 'four', 'five')) await friend.follow(person)

  assert.equal(Object.keys(await suggestionsFor(alice)).length, 5)
  assert.deepEqual(await cost(), few)
})

/** The request of a follow elsewhere is taken. */
async function friendsFollow({ app }: TestServer, friend: TestUser, targetId: string) {
  await app.transact((tx) => authorizeFollowRequest(tx, { accountId: friend.id, targetId }))
}

test('S-629 the staff chooses and orders whom everybody is suggested first', async () => {
  await using server = await startTestServer()
  const [alice, one, two] = await signUpAll(server, 'alice', 'one', 'two')
  const shy = await server.signUp('shy')
  const staff = await signUpStaff(server, 'staff', ['manageTaxonomies', 'viewAuditLog'])
  const path = '/api/rookery/v1/admin/suggestions'

  const chosen = await staff.put(path, { accts: ['@two', 'shy', 'one', 'two', 'gone@away.test'] })

  const featured: { acct: string; account: { id: string } | null; shown: boolean }[] = entityOf(
    chosen,
    'Admin::Featured[]',
  )
  assert.deepEqual(
    featured.map(({ acct, account, shown }) => [acct, account?.id ?? null, shown]),
    [
      ['two', two!.id, true],
      ['shy', shy.id, false],
      ['one', one!.id, true],
      ['gone@away.test', null, false],
    ],
  )
  assert.deepEqual(entityOf(await staff.get(path), 'Admin::Featured[]'), featured)
  const suggested: Suggested[] = (await alice!.get('/api/v2/suggestions')).json()
  assert.deepEqual(
    suggested.map(({ account, source, sources }) => [account.username, source, sources[0]]),
    [
      ['two', 'staff', 'featured'],
      ['one', 'staff', 'featured'],
    ],
  )
  const [entry] = (await staff.get('/api/rookery/v1/admin/audit_log')).json()
  assert.equal(entry.target.label, 'featured_accounts')
  assert.equal((await staff.put(path, { accts: ['not a handle'] })).statusCode, 422)
  assert.equal((await staff.put(path, {})).statusCode, 400)
  assert.deepEqual(entityOf(await staff.put(path, { accts: [] }), 'Admin::Featured[]'), [])
  const many = Array.from({ length: 81 }, (_, at) => `name${at}`)
  assert.equal((await staff.put(path, { accts: many })).statusCode, 422)
})
