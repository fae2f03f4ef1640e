import assert from 'node:assert/strict'
import { test } from 'node:test'
import { directoryPage } from '../../src/features/discovery/directory.ts'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { ON_SQLITE } from '../support/database-kind.ts'
import { entityOf } from '../support/entities.ts'
import { plansOf } from '../support/queries.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const PATH = '/api/v1/directory'

async function startWithPeople() {
  const server = await startTestServer()
  const people = []
  for (const name of ['ann', 'ben', 'cleo']) {
    const person = await server.signUp(name)
    await setAccount(server, person, { discoverable: true })
    people.push(person)
  }
  const remote = {
    id: await insertRemoteAccount(server.app, { username: 'rob', domain: 'a.test' }),
  }
  await setAccount(server, remote, { discoverable: true })
  return { server, people, remote, ids: people.map((person) => person.id) }
}

test('S-351 the directory shows who lets themselves be found: who posted last, or came last', async () => {
  const { server, people, remote, ids } = await startWithPeople()
  await using _ = server
  const [ann, ben, cleo] = people
  await server.signUp('undecided')
  const unlisted = ['suspended_at', 'silenced_at', 'deleted_at', 'activated_at'] as const
  for (const column of unlisted) {
    const person = await server.signUp(column)
    const value = column === 'activated_at' ? null : 1
    await setAccount(server, person, { discoverable: true, [column]: value })
  }
  const moved = await server.signUp('moved')
  await setAccount(server, moved, { discoverable: true, moved_to_id: ann!.id })
  await setLastPost(server, ben!, 3_000)
  await setLastPost(server, remote, 2_000)
  await setLastPost(server, ann!, 1_000)
  const read = async (query: Record<string, unknown> = {}, who = server.anonymous) =>
    entityOf(await who.get(PATH, query), 'Account[]').map(({ id }: { id: string }) => id)

  const [a, b, c] = ids
  assert.deepEqual(await read(), [b, remote.id, a, c])
  assert.deepEqual(await read({ order: 'active' }), await read())
  assert.deepEqual(await read({ order: 'new' }), [remote.id, c, b, a])
  assert.deepEqual(await read({ local: true }), [b, a, c])
  assert.deepEqual(await read({ local: true, order: 'new' }), [c, b, a])
  assert.deepEqual(await read({ offset: 1, limit: 2 }), [remote.id, a])
  assert.deepEqual(await read({ offset: 1_000_000 }), [])
  assert.equal((await server.anonymous.get(PATH)).headers.link, undefined)
  await cleo!.post(`/api/v1/accounts/${b}/block`)
  await cleo!.post('/api/v1/domain_blocks', { domain: 'a.test' })
  assert.deepEqual(await read({}, cleo), [a, c])

  await server.set('profile_directory', false)
  const off = await server.anonymous.get(PATH)
  assert.deepEqual([off.statusCode, off.json()], [404, { error: 'Record not found' }])
})

test('the directory costs as many queries for many as for few, and reads from its indexes', async () => {
  const { server } = await startWithPeople()
  await using _ = server
  const work = async () => {
    server.app.fragments.nextEpoch()
    assert.equal((await server.anonymous.get(PATH)).statusCode, 200)
  }
  const { db, slowDb } = server.app
  const cost = async () => [
    await countQueries(server, work),
    await countQueries(server, work, slowDb),
  ]
  const few = await cost()
  for (const name of ['dan', 'eli', 'fay']) {
    await setAccount(server, await server.signUp(name), { discoverable: true })
  }

  assert.deepEqual(await cost(), few)
  if (!ON_SQLITE) return
  const shapes = [
    [{ order: 'active', local: false }, /^SCAN account_stats USING .*account_stats_last_status_at/],
    [{ order: 'new', local: false }, /^SCAN account USING .*account_directory/],
    [{ order: 'active', local: true }, /^SCAN local_user/],
  ] as const
  for (const [shape, begins] of shapes) {
    const page = { ...shape, offset: 0, limit: 40, viewerId: null, now: 0 }
    const plans = await plansOf(db, () => directoryPage(db, page))
    const steps = plans.flatMap(({ plan }) => plan).join('; ')
    assert.match(steps, begins)
    assert.equal(/TEMP B-TREE/.test(steps), shape.local, steps)
  }
})

async function setLastPost({ app }: TestServer, { id }: { id: string }, at: number) {
  await app.transact(async (tx) => {
    await tx.db
      .updateTable('account_stats')
      .set({ last_status_at: at })
      .where('account_id', '=', id)
      .execute()
  })
}
