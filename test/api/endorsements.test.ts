import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf } from '../support/entities.ts'
import { linksOf } from '../support/links.ts'
import { startTestServer, type TestUser } from '../support/server.ts'

const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)

test('S-284 one endorses whom one follows, once, and until one follows no more', async () => {
  await using server = await startTestServer()
  const [alice, bob] = [await server.signUp('alice'), await server.signUp('bob')]
  const act = (name: string) => alice.post(`/api/v1/accounts/${bob.id}/${name}`)

  const early = await act('endorse')
  await alice.follow(bob)
  const answers = [await act('endorse'), await act('endorse'), await act('pin')]
  const listed = entityOf(await alice.get('/api/v1/endorsements'), 'Account[]')
  const taken = [await act('unendorse'), await act('unpin')]
  const after = (await alice.get('/api/v1/endorsements')).json()
  await act('pin')
  await act('unfollow')
  await alice.follow(bob)
  const [refollowed] = (await alice.get('/api/v1/accounts/relationships', { id: bob.id })).json()

  assert.equal(early.statusCode, 422, early.body)
  for (const answer of answers) assert.equal(entityOf(answer, 'Relationship').endorsed, true)
  assert.deepEqual(idsOf(listed), [bob.id])
  for (const answer of taken) assert.equal(entityOf(answer, 'Relationship').endorsed, false)
  assert.deepEqual(after, [])
  assert.deepEqual([refollowed.following, refollowed.endorsed], [true, false])
  assert.equal((await alice.post('/api/v1/accounts/1/endorse')).statusCode, 404)
  const reading = await server.tokenFor(alice, 'read')
  assert.equal((await reading.post(`/api/v1/accounts/${bob.id}/endorse`)).statusCode, 403)
})

test('S-044 endorsements are paged, all at once with limit=0, and anybody sees them', async () => {
  await using server = await startTestServer()
  const [alice, eve] = [await server.signUp('alice'), await server.signUp('eve')]
  const ids: string[] = []
  const people: TestUser[] = []
  const endorse = async (from: number, to: number) => {
    for (let at = from; at <= to; at++) {
      const person = await server.signUp(`person${at}`)
      await alice.follow(person)
      await alice.post(`/api/v1/accounts/${person.id}/endorse`)
      ids.unshift(person.id)
      people.push(person)
    }
  }
  await endorse(1, 3)
  const path = `/api/v1/accounts/${alice.id}/endorsements`

  for (const [who, of] of [
    [alice, '/api/v1/endorsements'],
    [server.anonymous, path],
  ] as const) {
    const first = await who.get(of, { limit: 2 })
    const { next, prev } = linksOf(first)
    assert.deepEqual(idsOf(first.json()), ids.slice(0, 2))
    assert.deepEqual(idsOf((await who.get(next!)).json()), ids.slice(2))
    assert.match(prev!, /since_id=/)
  }
  const all = await alice.get('/api/v1/endorsements', { limit: 0 })
  assert.deepEqual(idsOf(all.json()), ids)
  assert.equal(all.headers.link, undefined)

  const costOf = () =>
    countQueries(server, async () => {
      server.app.fragments.nextEpoch()
      assert.equal((await eve.get(path)).json().length, ids.length)
    })
  // that eve is here is noted behind her first request, after which her token is read anew
  await eve.get(path)
  await server.app.transact(async () => undefined)
  const few = await costOf()
  await endorse(4, 9)
  assert.equal(await costOf(), few)

  // nobody meets whom they block, or the people of somebody who blocks them (S-280 if suspended)
  await eve.post(`/api/v1/accounts/${people[0]!.id}/block`)
  assert.equal((await eve.get(path)).json().length, ids.length - 1)
  await alice.post(`/api/v1/accounts/${eve.id}/block`)
  assert.deepEqual((await eve.get(path)).json(), [])
  await setAccount(server, alice, { suspended_at: 1 })
  assert.deepEqual((await server.anonymous.get(path)).json(), [])
})
