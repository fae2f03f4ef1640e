import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPeerAndHome } from '../support/peer-and-home.ts'
import { makeKey, publishedKeys } from '../support/peer-keys.ts'
import { follow, send } from '../support/signed-follows.ts'

test('A02 a key document that names a victim as owner gives no power over it', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  const victim = peer.addActor('victim')
  const uri = peer.url('/evil-key')
  const key = makeKey('rsa', uri)
  const { publicKey } = publishedKeys(victim.uri, [key])
  peer.serve('/evil-key', { ...(publicKey as object), type: 'Key' })

  const forged = { ...follow(stage, victim), actor: victim.uri }
  const answer = await peer.send(victim, forged, {
    inbox: stage.url(),
    keyId: uri,
    privateKey: key.privateKey,
  })

  assert.equal(answer.status, 401)
  assert.deepEqual(await stage.followersOfAlice(), [])
})

test('A08 a storm of self-Deletes of strangers costs no request to anybody', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  peer.remove('/users/gone')

  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => {
      const gone = peer.addActor(`gone${at}`)
      peer.remove(`/users/gone${at}`)
      const activity = { id: `${gone.uri}#delete`, type: 'Delete', object: gone.uri }
      return peer.send(gone, activity, { inbox: stage.url() })
    }),
  )

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]))
  assert.equal(peer.requests.length, 0)
  assert.equal(await stage.queued(), 0)
})

test('A08 a key that is gone is asked for once, however many use it at once and after', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  const gone = peer.addActor('gone')
  peer.remove('/users/gone')
  const post = (number: number) =>
    peer.send(gone, follow(stage, gone, number), { inbox: stage.url() })

  const together = await Promise.all([1, 2, 3, 4, 5].map(post))
  const later = await post(6)

  for (const { status } of [...together, later]) assert.equal(status, 401)
  assert.equal(peer.count('/users/gone'), 1)
})

test('A08 a key server that fails is left alone for a while, and asked again after', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  const shy = peer.addActor('shy')
  const { document } = shy
  peer.serve('/users/shy', '', { status: 503 })
  const post = () => peer.send(shy, follow(stage, shy), { inbox: stage.url() })

  const first = await post()
  const second = await post()
  const asked = peer.count('/users/shy')
  peer.serve('/users/shy', document)
  stage.home.clock.now += 60_000
  const third = await post()

  assert.deepEqual([first.status, second.status, third.status], [503, 503, 202])
  assert.equal(asked, 1)
})

test('A11 a key id that is dressed up as another server is not taken for it', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage
  const { host } = peer
  const disguises = [
    `http://127.0.0.1@${host}/users/mallory#main-key`,
    `http://mallory:secret@${host}/users/mallory#main-key`,
    `http:\\\\${host}\\users\\mallory#main-key`,
    `http://${host}\t/users/mallory#main-key`,
    `ftp://${host}/users/mallory#main-key`,
    'acct:mallory@127.0.0.1',
    stage.alice.uri,
    'x'.repeat(5000),
  ]

  for (const keyId of disguises) {
    const answer = await peer.send(mallory, follow(stage, mallory), { inbox: stage.url(), keyId })
    assert.ok([400, 401].includes(answer.status), `${keyId}: ${answer.status}`)
  }

  assert.equal(await stage.queued(), 0)
})

test('a key that was changed is asked for anew, once', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage
  assert.equal(await send(stage), 202)
  await stage.network.settle()
  const asked = peer.count('/users/mallory')
  const changed = makeKey('rsa', mallory.keys[0]!.uri)
  mallory.keys[0] = changed
  Object.assign(mallory.document, publishedKeys(mallory.uri, mallory.keys))

  const withNew = await send(stage)
  const strange = makeKey('rsa', changed.uri)
  const withStrange = [
    await send(stage, { privateKey: strange.privateKey }),
    await send(stage, { privateKey: strange.privateKey }),
  ]

  assert.equal(withNew, 202)
  assert.deepEqual(withStrange, [401, 401])
  assert.equal(peer.count('/users/mallory'), asked + 1)
})
