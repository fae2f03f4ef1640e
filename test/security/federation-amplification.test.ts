import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE } from '../../src/kernel/base/durations.ts'
import { followFromPeer, meet } from '../support/acquaintances.ts'
import { about, followBy } from '../support/follow-activities.ts'
import { type Attack, startAttack } from '../support/impostors.ts'
import { createOf, noteBy, noteTo, serveAt } from '../support/notes.ts'
import type { Json } from '../support/peer.ts'

const AS2 = 'https://www.w3.org/ns/activitystreams'
const LD = [AS2, 'https://w3id.org/fep/7aa9']

test('A73 what somebody’s outbox and pins name of others is not asked for there', async () => {
  await using at = await startAttack()
  const { bob, bobs, home, mallory, peer } = at
  const eve = peer.addActor('eve')
  eve.document.featured = `${eve.uri}/featured`
  const own = serveAt(peer, noteBy(eve, 'own'))
  const others = Array.from({ length: 50 }, (_, index) => serveAt(bobs, noteBy(bob, `${index}`)).id)
  for (const name of ['outbox', 'featured']) {
    const orderedItems = [...others, own.id]
    const id = `${eve.uri}/${name}`
    serveAt(peer, { '@context': AS2, id, type: 'OrderedCollection', orderedItems })
  }
  const featured = `${mallory.uri}/featured`
  serveAt(peer, { ...mallory.document, featured })

  await meet(home, eve)
  await at.settle()
  await at.deliver(mallory, { id: `${mallory.uri}#update`, type: 'Update', object: mallory.uri })
  const add = { type: 'Add', object: others[0], target: featured }
  await at.deliver(mallory, { id: `${mallory.uri}#add`, ...add })

  assert.deepEqual(bobs.requests, [])
  assert.deepEqual(
    (await at.stored()).map(({ uri }) => uri),
    [own.id],
  )
})

test('A73 collections have only so many consents looked for at servers of others in a minute', async () => {
  await using at = await startAttack()
  const { alice, bobs, home, mallory, peer } = at
  const id = peer.url('/lists/1')
  const listWith = (round: string) => {
    const orderedItems = Array.from({ length: 150 }, (_, index) => ({
      id: `${id}/${index}`,
      type: 'FeaturedItem',
      featuredObject: bobs.url(`/users/somebody${index}`),
      featureAuthorization: bobs.url(`/consents/${round}/${index}`),
    }))
    const owner = { attributedTo: mallory.uri, orderedItems, totalItems: 150 }
    return { '@context': LD, id, type: 'FeaturedCollection', name: 'Theirs', ...owner }
  }
  const update = async (round: string) =>
    at.deliver(mallory, { id: `${id}#${round}`, type: 'Update', object: listWith(round) })
  serveAt(peer, listWith('first'))

  await alice.search(id)
  await at.settle()
  await update('second')
  assert.equal(bobs.requests.length, 60)

  // what was left is looked for later
  for (let minute = 0; minute < 6; minute++) {
    home.clock.now += 2 * MINUTE
    await at.settle()
  }
  assert.equal(new Set(bobs.requests.map(({ path }) => path)).size, bobs.requests.length)
  assert.equal(bobs.requests.filter(({ path }) => path.includes('/second/')).length, 150)
})

/** alice answered a post of mallory's, and bob follows her. */
async function startWithReply() {
  const at = await startAttack()
  const { alice, aliceUri, bob, home, mallory } = at
  await followFromPeer(home, bob, alice)
  await at.deliver(mallory, createOf(noteBy(mallory, 'ask')))
  const [post] = await alice.home()
  const reply = await alice.publish('an answer', { in_reply_to_id: post.id })
  await at.settle()
  at.bobs.received.length = 0
  const object = `${aliceUri}/statuses/${reply.id}`
  const say = async (type: 'Accept' | 'Reject', result: string, time: number) => {
    const activity = { id: `${mallory.uri}#${type}/${result}/${time}`, type, to: aliceUri, object }
    await at.deliver(mallory, { ...activity, result: `${mallory.uri}/approvals/${result}` })
  }
  return { ...at, object, say }
}

test('A74 approving a reply again and again does not send it to its author’s followers each time', async () => {
  await using at = await startWithReply()
  const { bobs, home, mallory, object, say } = at

  for (let time = 0; time < 4; time++) {
    await say('Accept', `${time}`, time)
    await say('Reject', 'none', time)
    await say('Accept', 'same', time)
  }

  assert.equal(bobs.receivedOf('Create').length, 1)
  const note = await bobs.get(object)
  assert.equal(note.json.approvedBy, `${mallory.uri}/approvals/same`)
  // the last word goes out later
  home.clock.now += 61 * MINUTE
  await at.settle()
  const [first, last, ...more] = bobs.receivedOf('Create')
  assert.deepEqual(more, [])
  assert.equal(first.object.approvedBy, `${mallory.uri}/approvals/0`)
  assert.equal(last.object.approvedBy, `${mallory.uri}/approvals/same`)
})

/** Something comes from mallory with a list of followers that names alice, who is one, and these. */
async function count(at: Attack, people: readonly string[]): Promise<Json[]> {
  const { aliceUri, home, mallory, peer } = at
  const { id: url } = serveAt(peer, {
    '@context': AS2,
    id: peer.url('/sync'),
    type: 'OrderedCollection',
    orderedItems: [aliceUri, ...people],
  })
  const header = `collectionId="${mallory.uri}/followers", url="${url}", digest="${'0'.repeat(64)}"`
  peer.received.length = 0
  await peer.send(mallory, about('Undo', mallory, `${mallory.uri}/nothing`), {
    inbox: `${home.app.config.origin}/inbox`,
    headers: { 'collection-synchronization': header },
  })
  await at.settle()
  return peer.receivedOf('Undo').map(({ actor }) => actor)
}

test('A75 who lists people here that never followed makes only so many of them sign that', async () => {
  await using at = await startAttack()
  const people: string[] = []
  for (let index = 0; index < 55; index++) people.push((await at.signUp(`person${index}`)).uri)

  const first = await count(at, people)
  const again = await count(at, people)
  assert.deepEqual([first.length, again.length], [50, 0])
  at.home.clock.now += 61 * MINUTE
  assert.deepEqual((await count(at, people.slice(50))).sort(), people.slice(50))
})

test('A75 nobody who waits for confirmation signs anything, nor is told to be there', async () => {
  await using at = await startAttack()
  const { home } = at
  await home.signUp('waiting', { confirmed: false })
  const dora = await at.signUp('dora')

  const told = await count(at, [`${home.app.config.origin}/users/waiting`, dora.uri])

  assert.deepEqual(told, [dora.uri])
})

test('A68 names of people who are not there do not keep us from knowing who signs', async () => {
  await using at = await startAttack()
  const { aliceUri, bobs, home, mallory } = at
  const { config, federation } = home.app
  const nobody = bobs.url('/users/nobody')
  const note = noteTo(mallory, 'names', { uri: aliceUri, username: 'alice' })
  note.tag.push({ type: 'Mention', href: nobody, name: '@nobody' })
  await at.deliver(mallory, createOf(note))
  assert.equal(bobs.count('/users/nobody'), 1)
  // as sixty such posts do that name ten each
  while (federation.fetches.spend(new URL(nobody).hostname));

  const carol = bobs.addActor('carol')
  const answer = await bobs.send(carol, followBy(carol, aliceUri), {
    inbox: `${config.origin}/inbox`,
  })

  assert.equal(answer.status, 202, answer.body)
})
