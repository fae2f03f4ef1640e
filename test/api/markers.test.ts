import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMarkers, moveMarker } from '../../src/features/timelines/markers.ts'
import { Conflict } from '../../src/kernel/base/errors.ts'
import { startTestServer } from '../support/server.ts'

const PATH = '/api/v1/markers'
const ONE = '110000000000000001'
const TWO = '110000000000000002'

test('S-349 GET gives the markers that exist among those asked for', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  await alice.post(PATH, { home: { last_read_id: ONE } })

  const both = await alice.get(`${PATH}?timeline[]=home&timeline[]=notifications&timeline[]=public`)

  assert.equal(both.statusCode, 200, both.body)
  assert.deepEqual(Object.keys(both.json()), ['home'])
  const { last_read_id, version, updated_at } = both.json().home
  assert.deepEqual([last_read_id, version], [ONE, 0])
  assert.match(updated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual((await alice.get(`${PATH}?timeline=notifications`)).json(), {})
  assert.deepEqual((await alice.get(PATH)).json(), {})
  assert.deepEqual((await bob.get(`${PATH}?timeline=home`)).json(), {})
})

test('S-349 POST gives the changed ones; the version grows by one with each change', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  const first = await alice.post(PATH, {
    home: { last_read_id: ONE },
    public: { last_read_id: ONE },
  })
  const second = await alice.post(
    PATH,
    `home[last_read_id]=${TWO}&notifications[last_read_id]=1718750000000001`,
    form,
  )
  const same = await alice.post(PATH, { home: { last_read_id: TWO } })

  assert.equal(first.statusCode, 200, first.body)
  assert.deepEqual(Object.keys(first.json()), ['home'])
  assert.partialDeepStrictEqual(second.json(), {
    home: { last_read_id: TWO, version: 1 },
    notifications: { last_read_id: '1718750000000001', version: 0 },
  })
  assert.partialDeepStrictEqual(same.json(), { home: { last_read_id: TWO, version: 1 } })
  assert.deepEqual((await alice.post(PATH, {})).json(), {})
  const small = await alice.post(PATH, { home: { last_read_id: '12' } })
  assert.equal(small.json().home.last_read_id, '12')
})

test('S-031 a marker that somebody else moved meanwhile answers 409', async () => {
  await using server = await startTestServer()
  const { userId } = await server.signUp('alice')
  const read = async () => (await findMarkers(server.app.db, userId, ['home']))[0] ?? null
  const move = async (lastReadId: string, before: Awaited<ReturnType<typeof read>>) =>
    server.app.transact((tx) => moveMarker(tx, { userId, timeline: 'home', lastReadId }, before))
  await move(ONE, null)
  const before = await read()
  await move(TWO, before)

  const lost = (error: unknown) => error instanceof Conflict && error.statusCode === 409
  await assert.rejects(move('110000000000000003', before), lost)
  await assert.rejects(move('110000000000000003', null), lost)
  assert.equal((await read())?.last_read_id, TWO)
})
