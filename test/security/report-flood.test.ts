import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countReportsOf } from '../../src/features/reports/federation/queries.ts'
import { DAY, HOUR } from '../../src/kernel/base/durations.ts'
import { meet } from '../support/acquaintances.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import type { Json, PeerActor } from '../support/peer.ts'
import { insertRemoteAccount } from '../support/remote-account.ts'
import { startTestServer } from '../support/server.ts'

const REPORTS = '/api/v1/reports'

test('A55: who says the same again adds to the first report, within a day and while it waits', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const mona = await server.signUp('mona', { role: 'Moderator' })
  const [one, two] = [await bob.publish('one'), await bob.publish('two')]
  const file = async (statusId: string) => {
    const body = { account_id: bob.id, status_ids: [statusId], comment: 'rude', category: 'spam' }
    const response = await alice.post(REPORTS, body)
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }

  const first = await file(one.id)
  const second = await file(two.id)
  assert.equal(second.id, first.id)
  assert.deepEqual(second.status_ids, [one.id, two.id])
  server.clock.now += 2 * DAY
  const late = await file(one.id)
  assert.notEqual(late.id, first.id)
  await mona.post(`/api/v1/admin/reports/${late.id}/resolve`)
  assert.notEqual((await file(one.id)).id, late.id)
})

test('A55: so many reports of one about another can wait, and no more', async () => {
  await using server = await startTestServer()
  const alice = await server.signUp('alice')
  const bob = await server.signUp('bob')
  const carol = await server.signUp('carol')
  const mona = await server.signUp('mona', { role: 'Moderator' })
  const file = (target: typeof bob, comment: string) =>
    alice.post(REPORTS, { account_id: target.id, comment })
  for (let count = 0; count < 10; count++) {
    assert.equal((await file(bob, `complaint ${count}`)).statusCode, 200)
  }

  assert.equal((await file(bob, 'one more')).statusCode, 422)
  assert.equal((await file(carol, 'another matter')).statusCode, 200)
  const [waiting] = (await mona.get(`/api/v1/admin/reports?target_account_id=${bob.id}`)).json()
  await mona.post(`/api/v1/admin/reports/${waiting.id}/resolve`)
  assert.equal((await file(bob, 'one more')).statusCode, 200)
})

function flagBy(actor: PeerActor, object: Json | string, content: string): Json {
  const id = `${actor.uri}#flags/${Math.random()}`
  return { id, type: 'Flag', actor: actor.uri, content, object }
}

const reportsOf = ({ home }: HomeAndPeer) =>
  home.app.db.selectFrom('report').select(['id', 'account_id']).execute()

/** As if a domain had made so many reports, which were looked at. */
async function pretendReports({ home, alice }: HomeAndPeer, reporterId: string, count: number) {
  await home.app.transact(async (tx) => {
    const rows = Array.from({ length: count }, () => ({
      id: tx.newId(),
      account_id: reporterId,
      target_account_id: alice.id,
      category: 'other' as const,
      comment: 'rude',
      rule_ids: '[]',
      action_taken_at: tx.now,
      created_at: tx.now,
      updated_at: tx.now,
    }))
    await tx.db.insertInto('report').values(rows).execute()
  })
}

test('A55: one domain can make so many reports an hour; the others are dropped', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const carl = both.peer.addActor('carl')
  await pretendReports(both, await meet(both.home, bob), 49)

  await both.deliver(bob, flagBy(bob, both.aliceUri, 'the last'))
  await both.deliver(carl, flagBy(carl, both.aliceUri, 'one too many'))

  assert.equal((await reportsOf(both)).length, 50)
  await afterwards(both, carl, HOUR)
  assert.equal((await reportsOf(both)).length, 51)
})

test('A55: and so many a day', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  await pretendReports(both, await meet(both.home, bob), 200)

  await afterwards(both, bob, 2 * HOUR)
  assert.equal((await reportsOf(both)).length, 200)
  await afterwards(both, bob, DAY)
  assert.equal((await reportsOf(both)).length, 201)
})

test('A55: reports of one server about one account that wait are as bounded', async () => {
  await using both = await startHomeAndPeer()
  const robot = both.peer.addActor('actor', { type: 'Application' })
  for (let count = 0; count < 11; count++) {
    await both.deliver(robot, flagBy(robot, both.aliceUri, `complaint ${count}`))
  }

  assert.equal((await reportsOf(both)).length, 10)
})

test('A55: all subdomains of one domain count together', async () => {
  await using both = await startHomeAndPeer()
  for (const domain of ['a.flood.example', 'b.flood.example', 'other.example']) {
    const robot = await insertRemoteAccount(both.home.app, { username: 'robot', domain })
    await pretendReports(both, robot, 1)
  }

  assert.equal(await countReportsOf(both.home.app.db, 'c.flood.example', 0), 2)
})

async function afterwards(both: HomeAndPeer, actor: PeerActor, ahead: number): Promise<void> {
  both.home.clock.now += ahead
  const clockAhead = both.home.clock.now - Date.now()
  const inbox = `${both.home.app.config.origin}/inbox`
  await both.peer.send(actor, flagBy(actor, both.aliceUri, 'still rude'), { inbox, clockAhead })
  await both.settle()
}
