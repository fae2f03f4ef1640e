import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/v1/statuses'

async function act(user: TestUser, id: string, action: string, body?: Record<string, unknown>) {
  return entityOf(await user.post(`${PATH}/${id}/${action}`, body), 'Status')
}

test('favourite, bookmark and mute are idempotent and show themselves to their user', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('hello')

  for (let time = 1; time <= 2; time++) {
    const favourited = await act(bob, id, 'favourite')
    assert.partialDeepStrictEqual(favourited, { id, favourited: true, favourites_count: 1 })
    assert.partialDeepStrictEqual(await act(bob, id, 'bookmark'), { id, bookmarked: true })
    assert.partialDeepStrictEqual(await act(bob, id, 'mute'), { id, muted: true })
  }
  for (let time = 1; time <= 2; time++) {
    const unfavourited = await act(bob, id, 'unfavourite')
    assert.partialDeepStrictEqual(unfavourited, { id, favourited: false, favourites_count: 0 })
    assert.partialDeepStrictEqual(await act(bob, id, 'unbookmark'), { id, bookmarked: false })
    assert.partialDeepStrictEqual(await act(bob, id, 'unmute'), { id, muted: false })
  }
})

test('S-337 reblog gives a wrapper with an id of its own, again the same one', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('hello', { visibility: 'unlisted' })

  const first = await act(bob, id, 'reblog')
  const second = await act(bob, id, 'reblog', { visibility: 'private' })
  const ofWrapper = await act(alice, first.id, 'reblog')

  assert.notEqual(first.id, id)
  assert.equal(second.id, first.id)
  assert.partialDeepStrictEqual(first, {
    account: { username: 'bob' },
    reblog: { id, account: { username: 'alice' }, reblogged: true, reblogs_count: 1, reblog: null },
    reblogged: true,
    content: '<p>hello</p>',
    uri: `https://rookery.test/users/bob/statuses/${first.id}/activity`,
  })
  assert.equal(ofWrapper.reblog.id, id)
  assert.equal(ofWrapper.reblog.reblogs_count, 2)
  const undone = await act(bob, first.id, 'unreblog')
  assert.partialDeepStrictEqual(undone, { id, reblogged: false, reblogs_count: 1, reblog: null })
  assert.equal((await bob.get(`${PATH}/${first.id}`)).statusCode, 404)
  assert.partialDeepStrictEqual(await act(bob, id, 'unreblog'), { id, reblogs_count: 1 })
})

test('S-338 the visibility of a reblog is the one asked for, else the user’s own, never direct', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const reblog = async (body?: Record<string, unknown>) => {
    const { id } = await alice.publish('hello')
    return (await act(bob, id, 'reblog', body)).visibility
  }

  assert.equal(await reblog(), 'public')
  assert.equal(await reblog({ visibility: 'unlisted' }), 'unlisted')
  assert.equal(await reblog({ visibility: 'private' }), 'private')
  await bob.patch('/api/v1/accounts/update_credentials', { source: { privacy: 'unlisted' } })
  assert.equal(await reblog(), 'unlisted')
  const { id } = await alice.publish('hello')
  for (const visibility of ['direct', 'secret']) {
    const response = await bob.post(`${PATH}/${id}/reblog`, { visibility })
    assert.equal(response.statusCode, 422, visibility)
  }
})

test('S-029 S-338 a reblog of what is seen but not for all is 403, of what is not seen 404', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  await bob.follow(alice)
  const secret = await alice.publish('secret', { visibility: 'private' })
  const direct = await alice.publish('@bob psst', { visibility: 'direct' })
  const code = async (user: TestUser, id: string) =>
    (await user.post(`${PATH}/${id}/reblog`)).statusCode

  assert.deepEqual([await code(bob, secret.id), await code(carol, secret.id)], [403, 404])
  assert.deepEqual([await code(bob, direct.id), await code(carol, direct.id)], [403, 404])
  assert.equal(await code(alice, direct.id), 403)
  const own = await act(alice, secret.id, 'reblog', { visibility: 'public' })
  assert.equal(own.visibility, 'private')
  assert.equal((await carol.get(`${PATH}/${own.id}`)).statusCode, 404)
  assert.equal((await bob.get(`${PATH}/${own.id}`)).statusCode, 200)
})

test('S-029 whom one blocks one neither favourites nor reblogs, but may bookmark', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('hello')
  await bob.post(`/api/v1/accounts/${alice.id}/block`)

  assert.equal((await bob.post(`${PATH}/${id}/favourite`)).statusCode, 403)
  assert.equal((await bob.post(`${PATH}/${id}/reblog`)).statusCode, 403)
  assert.equal((await bob.post(`${PATH}/${id}/bookmark`)).statusCode, 200)
  assert.equal((await alice.get(`${PATH}/${id}`)).json().favourites_count, 0)
})

test('S-337 marks can be taken back after sight was lost: the answer shows the status once more', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice)
  const { id } = await alice.publish('secret', { visibility: 'private' })
  const open = await alice.publish('open')
  await act(bob, id, 'favourite')
  await act(bob, id, 'bookmark')
  await act(bob, open.id, 'reblog')
  await alice.post(`/api/v1/accounts/${bob.id}/block`)
  assert.equal((await bob.get(`${PATH}/${id}`)).statusCode, 404)

  const unfavourited = await act(bob, id, 'unfavourite')
  const unbookmarked = await act(bob, id, 'unbookmark')
  const unreblogged = await act(bob, open.id, 'unreblog')

  const original = { id, content: '<p>secret</p>', favourites_count: 0, favourited: false }
  assert.partialDeepStrictEqual(unfavourited, original)
  assert.partialDeepStrictEqual(unbookmarked, { id, bookmarked: false })
  assert.partialDeepStrictEqual(unreblogged, { id: open.id, reblogged: false, reblogs_count: 0 })
})

test('S-337 A52 without a mark, taking it back tells nothing of what is not to be seen', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice)
  const { id } = await alice.publish('secret', { visibility: 'private' })
  const gone = await alice.publish('gone')
  await act(bob, id, 'favourite')
  for (const action of ['favourite', 'bookmark', 'reblog']) await act(bob, gone.id, action)
  await bob.post(`/api/v1/accounts/${alice.id}/unfollow`)
  await alice.delete(`${PATH}/${gone.id}`)
  assert.equal((await bob.post(`${PATH}/${id}/unfavourite`)).statusCode, 200)

  const bodies = new Set<string>()
  for (const action of ['unfavourite', 'unbookmark', 'unreblog']) {
    for (const target of [id, gone.id, '109999999999999999']) {
      const response = await bob.post(`${PATH}/${target}/${action}`)
      assert.equal(response.statusCode, 404, `${action} ${target}`)
      bodies.add(response.body)
    }
  }
  assert.equal(bodies.size, 1)
})

test('S-337 nobody is shown a suspended author’s status, whatever mark they take back', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('hello')
  await act(bob, id, 'favourite')
  await setAccount(server, alice, { suspended_at: 1 })

  assert.equal((await bob.post(`${PATH}/${id}/unfavourite`)).statusCode, 404)
})

test('S-157 S-520 five statuses can be pinned; a deleted one frees its place at once', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const ids: string[] = []
  for (let at = 0; at < 6; at++) ids.push((await alice.publish(`${at}`)).id)
  const pin = (id: string) => alice.post(`${PATH}/${id}/pin`)
  const pinned = async () =>
    idsOf(
      entityOf(await alice.get(`/api/v1/accounts/${alice.id}/statuses?pinned=true`), 'Status[]'),
    )

  for (const id of ids.slice(0, 5)) assert.equal(entityOf(await pin(id), 'Status').pinned, true)
  assert.equal((await pin(ids[5]!)).statusCode, 422)
  await alice.delete(`${PATH}/${ids[0]}`)
  assert.equal((await pin(ids[5]!)).statusCode, 200)
  assert.deepEqual(await pinned(), ids.slice(1).reverse())
  const { configuration } = (await alice.get('/api/v2/instance')).json()
  assert.equal(configuration.accounts.max_pinned_statuses, 5)
})

test('S-158 what cannot be pinned: reblogs, others’ statuses, direct ones, the same again', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const foreign = await bob.publish('foreign')
  const hidden = await bob.publish('hidden', { visibility: 'private' })
  const own = await alice.publish('own')
  const reblog = await act(alice, foreign.id, 'reblog')
  const direct = await alice.publish('direct', { visibility: 'direct' })
  const code = async (id: string) => (await alice.post(`${PATH}/${id}/pin`)).statusCode

  for (const id of [reblog.id, foreign.id, direct.id]) assert.equal(await code(id), 422)
  assert.equal(await code(hidden.id), 404)
  for (const visibility of ['public', 'unlisted', 'private']) {
    assert.equal(await code((await alice.publish('x', { visibility })).id), 200, visibility)
  }
  assert.equal(await code(own.id), 200)
  assert.equal(await code(own.id), 422)
})

test('S-159 unpinning what is not pinned answers 200', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello')

  await act(alice, id, 'pin')
  for (let time = 1; time <= 2; time++) {
    assert.equal((await act(alice, id, 'unpin')).pinned, false)
  }
  assert.equal((await alice.post(`${PATH}/109999999999999999/unpin`)).statusCode, 404)
})

test('every action on a private status is 404 for who cannot see it, as if it were missing', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('secret', { visibility: 'private' })

  for (const action of [
    'favourite',
    'unfavourite',
    'bookmark',
    'unbookmark',
    'reblog',
    'unreblog',
    'mute',
    'unmute',
    'pin',
    'unpin',
  ]) {
    const secret = await bob.post(`${PATH}/${id}/${action}`)
    const missing = await bob.post(`${PATH}/109999999999999999/${action}`)
    assert.equal(secret.statusCode, 404, action)
    assert.equal(secret.body, missing.body, action)
  }
})

test('S-039 S-040 S-041 who favourited and who reblogged: by hidden ids, since_id in prev', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello')
  const users: TestUser[] = []
  for (const name of ['a', 'b', 'c']) {
    const user = await server.signUp(name)
    users.push(user)
    await act(user, id, 'favourite')
    await act(user, id, 'reblog')
  }
  const newest = idsOf(users).reverse()

  for (const name of ['favourited_by', 'reblogged_by']) {
    const path = `${PATH}/${id}/${name}`
    const all = await server.anonymous.get(path)
    const page = await server.anonymous.get(`${path}?limit=2`)

    assert.deepEqual(idsOf(entityOf(all, 'Account[]')), newest)
    assert.deepEqual(Object.keys(linksOf(all)), ['prev'])
    assert.deepEqual(idsOf(entityOf(page, 'Account[]')), newest.slice(0, 2))
    const { next, prev } = linksOf(page)
    assert.match(next!, /limit=2&max_id=\d+$/)
    assert.match(prev!, /limit=2&since_id=\d+$/)
    assert.deepEqual(idsOf((await server.anonymous.get(next!)).json()), newest.slice(2))
    assert.deepEqual((await server.anonymous.get(prev!)).json(), [])
    assert.equal((await server.anonymous.get(`${path}?max_id=${users[0]!.id}`)).statusCode, 200)
  }
})

test('nobody meets whom they block or mute among those who favourited or reblogged', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello')
  const users: Record<string, TestUser> = {}
  for (const name of ['blocked', 'muted', 'blocking', 'suspended', 'fine']) {
    const user = await server.signUp(name)
    users[name] = user
    await act(user, id, 'favourite')
    await act(user, id, 'reblog')
  }
  const bob = await server.signUp('bob')
  await bob.post(`/api/v1/accounts/${users.blocked!.id}/block`)
  await bob.post(`/api/v1/accounts/${users.muted!.id}/mute`)
  await users.blocking!.post(`/api/v1/accounts/${bob.id}/block`)
  await setAccount(server, users.suspended!, { suspended_at: 1 })

  for (const name of ['favourited_by', 'reblogged_by']) {
    const path = `${PATH}/${id}/${name}`
    assert.deepEqual(idsOf((await bob.get(path)).json()), [users.fine!.id], name)
    assert.equal((await server.anonymous.get(path)).json().length, 4, name)
  }
})

test('S-555 only public and unlisted reblogs show who reblogged', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('for all')
  const readers: Record<string, TestUser> = {}
  for (const visibility of ['public', 'unlisted', 'private']) {
    const reader = await server.signUp(visibility)
    readers[visibility] = reader
    await reader.post(`${PATH}/${id}/reblog`, { visibility })
  }
  await alice.follow(readers.private!)

  for (const viewer of [alice, readers.private!, server.anonymous]) {
    const response = await viewer.get(`${PATH}/${id}/reblogged_by`)
    assert.deepEqual(idsOf(response.json()), [readers.unlisted!.id, readers.public!.id])
  }
})

test('S-561 the wrapper of a reblog has no language and an application of null', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const { id } = await alice.publish('Guten Tag', { language: 'de' })

  const made = await act(bob, id, 'reblog')
  const read = (await alice.get(`${PATH}/${made.id}`)).json()

  for (const wrapper of [made, read]) {
    assert.equal(wrapper.language, null)
    assert.ok('application' in wrapper)
    assert.equal(wrapper.application, null)
    assert.equal(wrapper.reblog.language, 'de')
    assert.equal(wrapper.reblog.content, wrapper.content)
  }
})

test('S-038 S-039 S-353 bookmarks and favourites: newest mark first, min_id in prev', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const ids: string[] = []
  for (let at = 0; at < 5; at++) ids.push((await alice.publish(`${at}`)).id)
  const order = [2, 0, 4, 1, 3].map((at) => ids[at]!)
  for (const id of order) {
    await act(bob, id, 'bookmark')
    await act(bob, id, 'favourite')
  }
  const newest = order.toReversed()

  for (const name of ['bookmarks', 'favourites']) {
    const path = `/api/v1/${name}`
    const all = await bob.get(path)
    assert.deepEqual(idsOf(entityOf(all, 'Status[]')), newest)
    assert.deepEqual(Object.keys(linksOf(all)), ['prev'])

    const first = linksOf(await bob.get(`${path}?limit=2`))
    const second = await bob.get(first.next!)
    assert.deepEqual(idsOf(second.json()), newest.slice(2, 4))
    const back = await bob.get(linksOf(second).prev!)
    assert.deepEqual(idsOf(back.json()), newest.slice(0, 2))
    const last = await bob.get(linksOf(second).next!)
    assert.deepEqual(idsOf(last.json()), newest.slice(4))
    assert.equal(linksOf(last).next, undefined)
    const after = await bob.get(linksOf(last).prev!)
    assert.deepEqual(idsOf(after.json()), newest.slice(2, 4), 'those immediately after it')
    assert.equal((await alice.get(path)).body, '[]')
  }
})

test('bookmarks and favourites leave out what the user may not see any more', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice)
  const secret = await alice.publish('secret', { visibility: 'private' })
  const open = await alice.publish('open')
  for (const { id } of [secret, open]) {
    await act(bob, id, 'bookmark')
    await act(bob, id, 'favourite')
  }

  await bob.post(`/api/v1/accounts/${alice.id}/unfollow`)

  for (const name of ['bookmarks', 'favourites']) {
    assert.deepEqual(idsOf((await bob.get(`/api/v1/${name}`)).json()), [open.id])
  }
})
