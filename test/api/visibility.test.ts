import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { entityOf, idsOf } from '../support/entities.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

const PATH = '/api/v1/statuses'
const VISIBILITIES = ['public', 'unlisted', 'private', 'direct'] as const

test('S-410 S-412 who sees a status: by visibility, follow, mention and block', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const follower = await server.signUp('follower')
  const named = await server.signUp('named')
  const stranger = await server.signUp('stranger')
  const blocked = await server.signUp('blocked')
  const asked = await server.signUp('asked')
  await follower.follow(alice)
  await setAccount(server, alice, { locked: true })
  await asked.follow(alice)
  const ids: string[] = []
  for (const visibility of VISIBILITIES) {
    ids.push((await alice.publish('@named @blocked hello', { visibility })).id)
  }
  await alice.post(`/api/v1/accounts/${blocked.id}/block`)
  const app = await server.tokenFor(null, 'read')
  const seen = async (viewer: { get: TestUser['get'] }) => {
    const found = []
    for (const [at, id] of ids.entries()) {
      const { statusCode } = await viewer.get(`${PATH}/${id}`)
      if (statusCode === 200) found.push(VISIBILITIES[at])
      else assert.equal(statusCode, 404)
    }
    const many = await viewer.get(`${PATH}?${ids.map((id) => `id[]=${id}`).join('&')}`)
    const listed = await viewer.get(`/api/v1/accounts/${alice.id}/statuses`)
    assert.equal(entityOf(many, 'Status[]').length, found.length)
    assert.equal(entityOf(listed, 'Status[]').length, found.length)
    return found
  }

  assert.deepEqual(await seen(alice), VISIBILITIES)
  assert.deepEqual(await seen(follower), ['public', 'unlisted', 'private'])
  assert.deepEqual(await seen(named), VISIBILITIES)
  assert.deepEqual(await seen(stranger), ['public', 'unlisted'])
  assert.deepEqual(await seen(asked), ['public', 'unlisted'], 'a request is no follow')
  assert.deepEqual(await seen(blocked), [])
  assert.deepEqual(await seen(server.anonymous), ['public', 'unlisted'])
  assert.deepEqual(await seen(app), ['public', 'unlisted'])
})

test('A52 S-028 S-412 private, direct, deleted and missing statuses are answered byte for byte alike', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const ids = ['109999999999999999', '1', 'nonsense']
  for (const visibility of ['private', 'direct']) {
    ids.push((await alice.publish('secret', { visibility })).id)
  }
  const gone = await alice.publish('gone')
  await alice.delete(`${PATH}/${gone.id}`)
  ids.push(gone.id)
  const routes = [
    ['GET', ''],
    ['GET', '/context'],
    ['GET', '/history'],
    ['GET', '/favourited_by'],
    ['GET', '/reblogged_by'],
    ['GET', '/source'],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/favourite'],
  ] as const

  for (const viewer of [bob, server.anonymous]) {
    for (const [method, suffix] of routes) {
      const answers = new Set<string>()
      for (const id of ids) {
        const { statusCode, body, headers } = await viewer.send(method, `${PATH}/${id}${suffix}`)
        const { 'x-request-id': _, date: __, ...stable } = headers
        answers.add(JSON.stringify([statusCode, body, stable]))
      }
      assert.equal(answers.size, 1, `${method} ${suffix}: ${[...answers].join('\n')}`)
      const [statusCode] = JSON.parse([...answers][0]!)
      assert.ok([401, 404].includes(statusCode), `${statusCode}`)
    }
  }
})

test('S-280 the statuses of a suspended author are gone for everybody', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await bob.follow(alice)
  const { id } = await alice.publish('hello')
  const reblog = (await bob.post(`${PATH}/${id}/reblog`)).json()

  await setAccount(server, alice, { suspended_at: 1 })

  assert.equal((await bob.get(`${PATH}/${id}`)).statusCode, 404)
  assert.equal((await bob.get(`${PATH}/${reblog.id}`)).statusCode, 404)
  assert.deepEqual((await bob.get('/api/v1/timelines/home')).json(), [])
  assert.deepEqual((await bob.get(`/api/v1/accounts/${alice.id}/statuses`)).json(), [])
})

test('S-412 a reblog of what a viewer may not see is not shown to them', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  await carol.follow(bob)
  const { id } = await alice.publish('hello')
  const reblog = (await bob.post(`${PATH}/${id}/reblog`)).json()
  assert.deepEqual(idsOf((await carol.get('/api/v1/timelines/home')).json()), [reblog.id])

  await alice.post(`/api/v1/accounts/${carol.id}/block`)

  assert.deepEqual((await carol.get('/api/v1/timelines/home')).json(), [])
  assert.deepEqual((await carol.get(`/api/v1/accounts/${bob.id}/statuses`)).json(), [])
  assert.equal((await carol.get(`${PATH}/${reblog.id}`)).statusCode, 404)
})

test('S-411 a token without the scope is 403 where none is needed, one never given out is anonymous', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const { id } = await alice.publish('hello')
  const narrow = await server.tokenFor(alice, 'read:lists')

  assert.equal((await narrow.get(`${PATH}/${id}`)).statusCode, 403)
  const unknown = await server.anonymous.send('GET', `${PATH}/${id}`, undefined, {
    authorization: 'Bearer nobody-gave-this-out',
  })
  assert.equal(unknown.statusCode, 200)
  assert.equal('favourited' in unknown.json(), false)
})

test('several statuses are given in the order asked for, each once, at most 20', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const [a, b] = [(await alice.publish('a')).id, (await alice.publish('b')).id]
  const many = Array.from({ length: 21 }, (_, at) => `id[]=${at + 1}`)

  const found = await server.anonymous.get(`${PATH}?id[]=${b}&id[]=7&id[]=${a}&id[]=${b}&id[]=x`)
  const scalar = await server.anonymous.get(`${PATH}?id=${a}`)
  const none = await server.anonymous.get(PATH)
  const tooMany = await server.anonymous.get(`${PATH}?${many.join('&')}`)

  assert.deepEqual(idsOf(entityOf(found, 'Status[]')), [b, a])
  assert.deepEqual(idsOf(entityOf(scalar, 'Status[]')), [a])
  assert.deepEqual(none.json(), [])
  assert.equal(tooMany.statusCode, 422)
})
