import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockDomain } from '../../src/features/instance/domain-blocks.ts'
import { meet } from '../support/acquaintances.ts'
import { followOnPeer } from '../support/fixtures.ts'
import { type HomeAndPeer, startHomeAndPeer } from '../support/home-and-peer.ts'
import { type NetworkUser, startNetwork } from '../support/network.ts'
import { createOf, noteBy } from '../support/notes.ts'
import { type Json, type PeerActor, startPeer } from '../support/peer.ts'

function flagBy(actor: PeerActor, object: Json, more: Json = {}): Json {
  const id = `${actor.uri}#flags/${Math.random()}`
  return { id, type: 'Flag', actor: actor.uri, content: 'rude', object, ...more }
}

async function stored({ home }: HomeAndPeer) {
  return home.app.db.selectFrom('report').selectAll().orderBy('id').execute()
}

async function report(user: NetworkUser, body: Json) {
  const response = await user.post('/api/v1/reports', body)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

test('a forwarded report reaches the other server without the name of who made it', async () => {
  await using network = await startNetwork(['home', 'away'])
  const alice = await network.signUp('alice@home')
  const bob = await network.signUp('bob@away')
  const mona = await network.server('away').signUp('mona', { role: 'Moderator' })
  const status = await alice.resolve((await bob.publish('rude words')).uri)
  const target = await alice.resolve(bob.handle)

  const made = await report(alice, {
    account_id: target.id,
    status_ids: [status.id],
    comment: 'look at this',
    category: 'spam',
    forward: true,
  })
  await network.settle()

  assert.equal(made.forwarded, true)
  const [told] = (await mona.get('/api/v1/notifications')).json()
  assert.equal(told.type, 'admin.report')
  assert.equal(told.report.comment, 'look at this')
  assert.equal(told.report.target_account.id, bob.id)
  assert.equal(told.report.status_ids.length, 1)
  assert.equal(told.account.uri, `${network.server('home').app.config.origin}/actor`)
  const sent = await network
    .server('home')
    .app.db.selectFrom('outgoing_activity')
    .select('body')
    .where('type', '=', 'Flag')
    .executeTakeFirstOrThrow()
  assert.doesNotMatch(sent.body, /alice/)
})

test('a report that is not forwarded stays here', async () => {
  await using both = await startHomeAndPeer()
  const bob = both.peer.addActor('bob')
  const id = await meet(both.home, bob)

  const made = await report(both.alice, { account_id: id, comment: 'rude' })
  await both.settle()

  assert.equal(made.forwarded, false)
  assert.deepEqual(both.peer.received, [])
})

test('servers of people whom reported posts answer are told if they are chosen', async () => {
  await using both = await startHomeAndPeer()
  await using other = await startPeer()
  const [bob, carl] = [both.peer.addActor('bob'), other.addActor('carl')]
  await followOnPeer(both.home, both.alice, bob)
  await followOnPeer(both.home, both.alice, carl)
  const question = noteBy(carl, 'a question')
  other.serve(new URL(question.id).pathname, question)
  await both.deliver(carl, createOf(question))
  const answer = noteBy(bob, 'a rude answer', { inReplyTo: question.id })
  await both.deliver(bob, createOf(answer))
  const target = await both.alice.resolve(bob.uri)
  const status = (await both.alice.get(`/api/v1/accounts/${target.id}/statuses`)).json()[0]
  const body = { account_id: target.id, status_ids: [status.id], forward: true, comment: 'x' }

  await report(both.alice, { ...body, forward_to_domains: [other.host] })
  await both.settle()
  assert.equal(both.peer.receivedOf('Flag').length, 0)
  const [flag] = other.receivedOf('Flag')
  assert.deepEqual(flag.object, [bob.uri, answer.id])
  assert.equal(flag.actor, `${both.home.app.config.origin}/actor`)

  await report(both.alice, { ...body, forward_to_domains: [both.peer.host, 'nowhere.example'] })
  await both.settle()
  assert.equal(both.peer.receivedOf('Flag').length, 1)
  assert.equal(other.receivedOf('Flag').length, 1)
})

test('a Flag becomes a report once, with what the other server can have seen', async () => {
  await using both = await startHomeAndPeer()
  const robot = both.peer.addActor('actor', { type: 'Application' })
  const open = await both.alice.publish('open')
  const hidden = await both.alice.publish('for followers', { visibility: 'private' })
  const direct = await both.alice.publish('a secret', { visibility: 'direct' })
  const carol = await both.signUp('carol')
  const foreign = await carol.publish('by carol')
  const uris = [open, hidden, direct, foreign].map(({ uri }: { uri: string }) => uri)
  const flag = flagBy(robot, [both.aliceUri, ...uris, 'https://nowhere.example/1'])

  await both.deliver(robot, flag)
  await both.deliver(robot, flag)
  await both.deliver(robot, { ...flag, id: `${robot.uri}#flags/again` })

  const rows = await stored(both)
  assert.equal(rows.length, 1)
  assert.partialDeepStrictEqual(rows[0], {
    account_id: await meet(both.home, robot),
    target_account_id: both.alice.id,
    category: 'other',
    comment: 'rude',
    uri: flag.id,
    forwarded: null,
  })
  const named = await both.home.app.db.selectFrom('report_status').select('status_id').execute()
  assert.deepEqual(named, [{ status_id: open.id }])
})

test('a Flag about nobody here, from a server whose reports are refused, or endless, is dropped', async () => {
  await using both = await startHomeAndPeer()
  await using other = await startPeer()
  const [bob, carl] = [both.peer.addActor('bob'), other.addActor('carl')]
  await meet(both.home, carl)
  await both.deliver(bob, flagBy(bob, [carl.uri]))
  await both.deliver(bob, flagBy(bob, ['https://nowhere.example/1']))
  await both.deliver(bob, flagBy(bob, []))
  assert.deepEqual(await stored(both), [])

  const long = 'x'.repeat(5000)
  await both.deliver(bob, flagBy(bob, both.aliceUri, { content: long }))
  const [first] = await stored(both)
  assert.equal(first?.comment.length, 1000)

  const { app } = both.home
  const choices = { severity: 'noop', reject_reports: true } as const
  await app.transact((tx) => blockDomain(tx, both.peer.host, choices))
  await both.deliver(bob, flagBy(bob, both.aliceUri, { content: 'other words' }))
  assert.equal((await stored(both)).length, 1)
})
