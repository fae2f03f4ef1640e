import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meet } from '../support/acquaintances.ts'
import { type PeerActor, startPeer } from '../support/peer.ts'
import { startPeerAndHome } from '../support/peer-and-home.ts'
import { makeKey, publishedKeys } from '../support/peer-keys.ts'

test('A02 nobody lists a key under an id of another server, not even of one never seen', async () => {
  await using stage = await startPeerAndHome()
  await using victims = await startPeer()
  const { home, peer } = stage
  const victim = victims.addActor('victim')
  const [theirs] = victim.keys
  const forged = [makeKey('rsa', theirs!.uri), makeKey('ed25519', `${victim.uri}#ed25519-key`)]
  const document = publishedKeys(peer.url('/users/bob'), forged)

  await meet(home, peer.addActor('bob', { document }))

  const { actors } = home.app.federation
  for (const { uri } of forged) {
    assert.equal(await actors.findKey(home.app, uri), null, uri)
  }
  const follow = { id: `${victim.uri}#1`, type: 'Follow', object: stage.alice.uri }
  const answer = await victims.send(victim, follow, { inbox: stage.url() })
  assert.equal(answer.status, 202)
  assert.deepEqual(await stage.followersOfAlice(), [victim.uri])
})

test('A02 a key that says that it is somebody else’s is nobody’s who lists it', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  const victim = peer.addActor('victim')
  const key = makeKey('rsa', `${peer.url('/users/bob')}#second`)
  const document = publishedKeys(victim.uri, [key])
  const bob = peer.addActor('bob', { document })

  const follow = { id: `${bob.uri}#1`, type: 'Follow', object: stage.alice.uri }
  const send = (actor: typeof bob) =>
    peer.send(
      actor,
      { ...follow, actor: actor.uri },
      { inbox: stage.url(), keyId: key.uri, privateKey: key.privateKey },
    )

  assert.equal((await send(bob)).status, 401)
  assert.equal((await send(victim)).status, 401)
  assert.deepEqual(await stage.followersOfAlice(), [])
})

/** A home that a victim has sent to, and senders behind a proxy at addresses of their own. */
async function startStorm(names: readonly string[]) {
  const stage = await startPeerAndHome({ trustedProxies: ['127.0.0.1'] })
  const { peer, home } = stage
  const people = names.map((name) => peer.addActor(name))
  const stranger = makeKey('rsa', 'https://nobody.test/#key')
  return {
    stage,
    people,
    /** status of a Follow that came from an address, signed well or by a stranger */
    async follow(actor: PeerActor, address: string, isGood: boolean) {
      const activity = {
        id: `${actor.uri}#${Math.random()}`,
        type: 'Follow',
        object: stage.alice.uri,
      }
      const forged = isGood ? {} : { privateKey: stranger.privateKey }
      const headers = { 'x-forwarded-for': address }
      const options = { inbox: stage.url(), headers, ...forged }
      return (await peer.send(actor, activity, options)).status
    },
    meetAll: () => Promise.all(people.map((person) => meet(home, person))),
    change(actor: PeerActor) {
      actor.keys[0] = makeKey('rsa', actor.keys[0]!.uri)
      Object.assign(actor.document, publishedKeys(actor.uri, actor.keys))
    },
  }
}

test('A68 bad signatures that name the keys of a domain do not keep a changed key unknown', async () => {
  const names = Array.from({ length: 22 }, (_, at) => `person${at}`)
  const { stage, people, follow, meetAll, change } = await startStorm(['victim', ...names])
  await using _ = stage
  await meetAll()
  const [victim, ...others] = people

  for (const other of others) await follow(other, '203.0.113.5', false)
  change(victim!)

  assert.equal(await follow(victim!, '198.51.100.7', true), 202)
})

test('A68 a storm from many addresses leaves the budget of a proven sender alone', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `person${at}`)
  const { stage, people, follow, meetAll, change } = await startStorm(['victim', ...names])
  await using _ = stage
  await meetAll()
  const [victim, ...others] = people
  assert.equal(await follow(victim!, '198.51.100.7', true), 202)

  let at = 0
  const answers = []
  for (const other of others) answers.push(await follow(other, `203.0.113.${at++}`, false))
  change(victim!)

  assert.ok(answers.includes(503), 'the budget of strangers was used up')
  assert.equal(await follow(victim!, '198.51.100.7', true), 202)
})

test('A68 a key that a storm names itself is asked for again by its owner, and once a budget allows', async () => {
  const { stage, people, follow, meetAll, change } = await startStorm(['victim'])
  await using _ = stage
  await meetAll()
  const [victim] = people
  for (let at = 0; at < 22; at++) await follow(victim!, `203.0.113.${at}`, false)
  change(victim!)

  assert.equal(await follow(victim!, '198.51.100.7', true), 503)
  stage.home.clock.now += 61_000
  assert.equal(await follow(victim!, '198.51.100.7', true), 202)
})

test('A68 keys that do not exist, named by one address, do not keep new people out', async () => {
  const { stage, people, follow } = await startStorm(['victim'])
  await using _ = stage
  const [victim] = people
  const unknown = (at: number) => ({
    ...victim!,
    keys: [makeKey('ed25519', stage.peer.url(`/${at}#k`))],
  })
  for (let at = 0; at < 210; at++) await follow(unknown(at), '203.0.113.5', true)

  assert.equal(await follow(victim!, '198.51.100.7', true), 202)
})

test('A68 a key that somebody named before it was made is found once its own server uses it', async () => {
  const { stage, people, follow } = await startStorm(['victim'])
  await using _ = stage
  const [victim] = people
  assert.equal(await follow(victim!, '198.51.100.7', true), 202)
  const early = { ...victim!, keys: [makeKey('rsa', stage.peer.url('/users/newcomer#main-key'))] }
  assert.equal(await follow(early, '203.0.113.5', true), 401)

  const newcomer = stage.peer.addActor('newcomer')

  assert.equal(await follow(newcomer, '203.0.113.5', true), 401)
  assert.equal(await follow(newcomer, '198.51.100.7', true), 202)
})
