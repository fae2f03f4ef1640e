import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAccount } from '../support/account-state.ts'
import { countQueries } from '../support/count-queries.ts'
import { entityOf } from '../support/entities.ts'
import { startTestServer } from '../support/server.ts'

const PATH = '/api/v1/accounts/familiar_followers'

test('S-278 familiar followers are whom one follows and who follow somebody, unless either hides it', async () => {
  await using server = await startTestServer()
  const [alice, star, other, hidden] = [
    await server.signUp('alice'),
    await server.signUp('star'),
    await server.signUp('other'),
    await server.signUp('hidden'),
  ]
  const pending = await server.signUp('pending', { approved: false })
  const fans = []
  for (const name of ['bob', 'carol', 'shy', 'blocking', 'muted']) {
    const fan = await server.signUp(name)
    await alice.follow(fan)
    await fan.follow(star)
    await fan.follow(hidden)
    fans.push(fan)
  }
  const [bob, carol, shy, blocking, muted] = fans
  await (await server.signUp('stranger')).follow(star)
  await bob!.follow(other)
  await setAccount(server, shy!, { hide_collections: true })
  await setAccount(server, hidden, { hide_collections: true })
  await blocking!.post(`/api/v1/accounts/${alice.id}/block`)
  await alice.post(`/api/v1/accounts/${muted!.id}/mute`)
  const ask = async (...ids: string[]) => {
    const query = ids.map((id) => `id[]=${id}`).join('&')
    const list = entityOf(await alice.get(`${PATH}?${query}`), 'FamiliarFollowers[]')
    return list.map((one: { id: string; accounts: { id: string }[] }) => [
      one.id,
      one.accounts.map(({ id }) => id),
    ])
  }

  assert.deepEqual(await ask(star.id, other.id, hidden.id, pending.id, '1', star.id), [
    [star.id, [carol!.id, bob!.id]],
    [other.id, [bob!.id]],
    [hidden.id, []],
  ])
  assert.deepEqual((await alice.get(PATH)).json(), [])
  const many = Array.from({ length: 81 }, (_, at) => `id[]=${at + 1}`).join('&')
  assert.equal((await alice.get(`${PATH}?${many}`)).statusCode, 422)
  assert.equal((await server.anonymous.get(`${PATH}?id=${star.id}`)).statusCode, 401)
  const { slowDb } = server.app
  const cost = async (...ids: string[]) => {
    const work = async () => {
      server.app.fragments.nextEpoch()
      await ask(...ids)
    }
    return [await countQueries(server, work), await countQueries(server, work, slowDb)]
  }
  assert.deepEqual(await cost(star.id, other.id), await cost(star.id))
})
