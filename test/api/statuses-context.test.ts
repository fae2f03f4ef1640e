import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/v1/statuses'

async function context(user: { get: TestUser['get'] }, id: string) {
  const { ancestors, descendants } = entityOf(await user.get(`${PATH}/${id}/context`), 'Context')
  return { ancestors: idsOf(ancestors), descendants: idsOf(descendants) }
}

/** A status and so many after it, each answering the one before. */
async function chain(user: TestUser, length: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < length; at++) {
    const more = at === 0 ? {} : { in_reply_to_id: ids[at - 1] }
    ids.push((await user.publish(`${at}`, more)).id)
  }
  return ids
}

/** Many replies of an account to a status, put in directly. */
async function insertReplies({ app }: TestServer, to: string, author: TestUser, count: number) {
  await app.transact(async (tx) => {
    const parent = await tx.db
      .selectFrom('status')
      .selectAll()
      .where('id', '=', to)
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: count }, () => tx.newId())
    await tx.db
      .insertInto('status')
      .values(
        ids.map((id) => ({
          ...parent,
          id,
          account_id: author.id,
          in_reply_to_id: to,
          in_reply_to_account_id: parent.account_id,
          media_ids: '[]',
          uri: `https://rookery.test/replies/${id}`,
        })),
      )
      .execute()
    const stats = { replies_count: 0, reblogs_count: 0, favourites_count: 0 }
    await tx.db
      .insertInto('status_stats')
      .values(ids.map((status_id) => ({ status_id, ...stats })))
      .execute()
  })
}

test('S-220 ancestors come oldest first, descendants depth first, the status itself not at all', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const [root, middle] = await chain(alice, 2)
  const reply = async (status: string, to: string) =>
    (await bob.publish(status, { in_reply_to_id: to })).id as string
  const a = await reply('a', middle!)
  const b = await reply('b', middle!)
  const a1 = await reply('a1', a)
  const a2 = await reply('a2', a)
  const b1 = await reply('b1', b)
  const a11 = await reply('a11', a1)

  assert.deepEqual(await context(server.anonymous, middle!), {
    ancestors: [root],
    descendants: [a, a1, a11, a2, b, b1],
  })
  assert.deepEqual(await context(alice, a11), {
    ancestors: [root, middle, a, a1],
    descendants: [],
  })
  const reblog = (await alice.post(`${PATH}/${middle}/reblog`)).json()
  assert.deepEqual((await context(alice, reblog.id)).ancestors, [root], 'as of its original')
})

test('S-221 S-520 anonymous callers get 40 ancestors and a depth of 20, others all', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const ids = await chain(alice, 70)

  const anonymous = await context(server.anonymous, ids[45]!)
  const own = await context(alice, ids[45]!)

  assert.deepEqual(anonymous.ancestors, ids.slice(5, 45))
  assert.deepEqual(anonymous.descendants, ids.slice(46, 66))
  assert.deepEqual(own.ancestors, ids.slice(0, 45))
  assert.deepEqual(own.descendants, ids.slice(46))
})

test('S-221 S-520 anonymous callers get 60 descendants, others 4096', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('root')
  await insertReplies(server, id, bob, 100)

  assert.equal((await context(server.anonymous, id)).descendants.length, 60)
  assert.equal((await context(alice, id)).descendants.length, 100)
})

test('S-578 of too many replies the earliest are shown, with what is said below them', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id: root } = await alice.publish('root')
  await insertReplies(server, root, bob, 100)
  const { descendants: direct } = await context(alice, root)
  await insertReplies(server, direct[0]!, bob, 100)
  const { descendants: all } = await context(alice, root)

  const { descendants: seen } = await context(server.anonymous, root)

  assert.equal(seen.length, 60)
  const below = all.slice(1, 101)
  const [beside, answers] = [
    direct.filter((id) => seen.includes(id)),
    below.filter((id) => seen.includes(id)),
  ]
  assert.ok(beside.length > 1 && answers.length > 1, `${beside.length} and ${answers.length}`)
  assert.deepEqual(beside, direct.slice(0, beside.length))
  assert.deepEqual(answers, below.slice(0, answers.length))
})

test('S-222 what a viewer may not or does not want to see is left out, and nothing else', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id: root } = await alice.publish('root')
  const names = new Map<string, string>()
  const users: Record<string, TestUser> = {}
  for (const name of ['blocked', 'muted', 'quiet', 'quietfriend', 'private', 'blocking', 'gone']) {
    const user = await server.signUp(name)
    users[name] = user
    const visibility = name === 'private' ? 'private' : 'public'
    const { id } = await user.publish(name, { in_reply_to_id: root, visibility })
    names.set(id, name)
    if (name === 'private') continue
    names.set((await alice.publish('+', { in_reply_to_id: id })).id, `below ${name}`)
    if (name === 'gone') await user.delete(`${PATH}/${id}`)
  }
  await setAccount(server, users.quiet!, { silenced_at: 1 })
  await setAccount(server, users.quietfriend!, { silenced_at: 1 })
  await bob.follow(users.quietfriend!)
  await bob.post(`/api/v1/accounts/${users.blocked!.id}/block`)
  await bob.post(`/api/v1/accounts/${users.muted!.id}/mute`)
  await users.blocking!.post(`/api/v1/accounts/${bob.id}/block`)
  const seen = async (viewer: { get: TestUser['get'] }) => {
    const { descendants } = await context(viewer, root)
    return descendants.map((id) => names.get(id))
  }

  const below = ['blocked', 'muted', 'quiet', 'quietfriend', 'blocking', 'gone']
  const shown = (...visible: string[]) =>
    below.flatMap((name) => [...(visible.includes(name) ? [name] : []), `below ${name}`])
  assert.deepEqual(await seen(bob), shown('quietfriend'))
  assert.deepEqual(await seen(server.anonymous), shown('blocked', 'muted', 'blocking'))
  assert.deepEqual(await seen(users.quiet!), shown('blocked', 'muted', 'quiet', 'blocking'))
})

test('S-223 the author’s own direct replies stand before those of others', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id: root } = await alice.publish('1/3')
  const reply = async (user: TestUser, to: string) =>
    (await user.publish('x', { in_reply_to_id: to })).id as string
  const early = await reply(bob, root)
  const toBob = await reply(alice, early)
  const second = await reply(alice, root)
  const late = await reply(bob, second)
  const third = await reply(alice, second)

  const { descendants } = await context(server.anonymous, root)

  assert.deepEqual(descendants, [second, third, late, early, toBob])
})

test('S-224 the thread of a private or a missing status is the same 404; a revoked token is 401', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('secret', { visibility: 'private' })
  const open = await alice.publish('open')

  for (const viewer of [bob, server.anonymous]) {
    const secret = await viewer.get(`${PATH}/${id}/context`)
    const missing = await viewer.get(`${PATH}/109999999999999999/context`)
    assert.equal(secret.statusCode, 404)
    assert.equal(secret.body, missing.body)
  }
  await server.app.transact(async (tx) => {
    await tx.db.updateTable('access_token').set({ revoked_at: 1 }).execute()
  })
  assert.equal((await bob.get(`${PATH}/${open.id}/context`)).statusCode, 401)
  assert.equal((await server.anonymous.get(`${PATH}/${open.id}/context`)).statusCode, 200)
})

test('S-410 a thread costs as many queries whether it is long or short', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const [root, reply] = await chain(alice, 2)
  const cost = (id: string) =>
    countQueries(server, async () => {
      server.app.fragments.nextEpoch()
      await context(alice, id)
    })
  const short = await cost(reply!)

  const long = await chain(alice, 30)
  await alice.publish('end', { in_reply_to_id: long.at(-1) })

  assert.ok(short > 3)
  assert.equal(await cost(long[10]!), short)
  assert.equal((await context(alice, root!)).descendants.length, 1)
})
