import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countQueries } from '../support/count-queries.ts'
import { startTestServer } from '../support/server.ts'

test('lists of accounts, notifications and conversations cost as many queries for ten as for two', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const hidden = await server.signUp('hidden')
  const { id } = await alice.publish('hello')
  const ids: string[] = []
  const addPeople = async (from: number, to: number) => {
    for (let at = from; at <= to; at++) {
      const person = await server.signUp(`person${at}`)
      ids.push(person.id)
      await person.follow(alice)
      await alice.follow(person)
      await person.post(`/api/v1/statuses/${id}/favourite`)
      await person.publish('@alice hello', { visibility: 'direct' })
      await alice.post(`/api/v1/accounts/${person.id}/mute`)
      await hidden.post(`/api/v1/accounts/${person.id}/block`)
    }
  }
  const costs = async () => {
    const query = ids.map((one) => `id[]=${one}`).join('&')
    const found = []
    for (const [who, path] of [
      [alice, `/api/v1/accounts?${query}`],
      [alice, `/api/v1/accounts/relationships?${query}`],
      [alice, '/api/v1/accounts/search?q=person'],
      [alice, `/api/v1/accounts/${alice.id}/followers`],
      [alice, `/api/v1/accounts/${alice.id}/following`],
      [alice, '/api/v1/mutes'],
      [hidden, '/api/v1/blocks'],
      [alice, '/api/v1/notifications'],
      [alice, '/api/v1/conversations'],
    ] as const) {
      const queries = await countQueries(server.app.db, async () => {
        // nothing is kept from before, as after a restart
        server.app.fragments.nextEpoch()
        const response = await who.get(path)
        assert.equal(response.statusCode, 200, response.body)
        assert.ok(response.json().length >= ids.length, path)
      })
      found.push(`${path.split('?')[0]} ${queries}`)
    }
    return found
  }
  await addPeople(1, 2)
  const few = await costs()

  await addPeople(3, 10)

  assert.deepEqual(await costs(), few)
  for (const cost of few) assert.ok(Number(cost.split(' ')[1]) > 1, cost)
})
