import assert from 'node:assert/strict'
import { test } from 'node:test'
import { domainPolicy } from '../../src/features/instance/domain-policy.ts'
import { createFederation } from '../../src/kernel/activitypub/federation.ts'
import { loadInstanceKeys } from '../../src/kernel/activitypub/instance-keys.ts'
import { startPeerAndHome } from '../support/peer-and-home.ts'

type Stage = Awaited<ReturnType<typeof startPeerAndHome>>

const DOCUMENT = '/users/alice/followers'

async function allow({ home, peer }: Stage): Promise<void> {
  await home.app.transact(async (tx) => {
    const row = { id: tx.newId(), domain: peer.host, created_at: tx.now }
    await tx.db.insertInto('domain_allow').values(row).execute()
    tx.emit({ type: 'settings.changed' })
  })
  assert.equal((await home.app.cached.get(domainPolicy)).isAllowed(peer.host), true)
}

test('S-583 a document is open to everybody, and a shared cache may keep what nobody signed for', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage
  const url = stage.url(DOCUMENT)

  const unsigned = await peer.get(url)
  const stranger = await peer.get(url, { actor: mallory })
  const broken = await peer.get(url, { headers: { signature: 'nonsense' } })

  for (const answer of [unsigned, stranger, broken]) {
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'application/activity+json; charset=utf-8')
    assert.equal(answer.headers.vary, 'Accept, Signature')
  }
  assert.match(String(unsigned.headers['cache-control']), /^public, max-age=180/)
  assert.equal(stranger.headers['cache-control'], 'private, no-store')
  assert.equal(broken.headers['cache-control'], 'private, no-store')
  assert.equal(peer.requests.length, 0, 'a key was asked for that nothing depends on')
})

test('S-415 S-416 in secure mode a document is for those who sign', async () => {
  await using stage = await startPeerAndHome({ secureMode: true })
  const { peer, mallory } = stage
  const url = stage.url(DOCUMENT)
  const away = peer.addActor('away')
  peer.serve('/users/away', '', { status: 503 })

  const signed = await peer.get(url, { actor: mallory })
  const others = {
    unsigned: await peer.get(url),
    malformed: await peer.get(url, { headers: { signature: 'nonsense' } }),
    otherPath: await peer.get(`${url}?page=true`, { actor: mallory, host: 'other.example' }),
    stale: await peer.get(url, { actor: mallory, clockAhead: -13 * 3_600_000 }),
    withoutKey: await peer.get(url, { actor: away }),
  }

  assert.equal(signed.status, 200)
  assert.equal(signed.headers['cache-control'], 'private, no-store')
  assert.deepEqual(
    Object.values(others).map(({ status }) => status),
    [401, 400, 401, 401, 503],
  )
  assert.equal(typeof others.unsigned.json.error, 'string')
  assert.equal((await peer.get(stage.url('/actor'))).status, 200)
})

test('S-425 in limited federation a document is for domains that are allowed', async () => {
  await using stage = await startPeerAndHome({ limitedFederationMode: true })
  const { peer, mallory } = stage
  const url = stage.url(DOCUMENT)

  const before = await peer.get(url, { actor: mallory })
  const asked = peer.requests.length
  await allow(stage)
  const after = await peer.get(url, { actor: mallory })

  assert.deepEqual([before.status, after.status], [403, 200])
  assert.equal(asked, 0)
  assert.equal((await peer.get(url)).status, 401)
})

test('S-425 in limited federation the inbox is for domains that are allowed', async () => {
  await using stage = await startPeerAndHome({ limitedFederationMode: true })
  const { peer, mallory, alice } = stage
  const follow = { id: `${mallory.uri}#1`, type: 'Follow', object: alice.uri }

  const before = await peer.send(mallory, follow, { inbox: stage.url() })
  await allow(stage)
  const after = await peer.send(mallory, follow, { inbox: stage.url() })

  assert.deepEqual([before.status, after.status], [403, 202])
})

test('two processes that need the keys of the instance actor at once agree on them', async () => {
  await using stage = await startPeerAndHome()
  const { app } = stage.home
  const another = {
    ...app,
    federation: createFederation(app.clock, null, app.federation.actors, []),
  }

  const [one, two] = await Promise.all([loadInstanceKeys(app), loadInstanceKeys(another)])
  const served = (await stage.peer.get(stage.url('/actor'))).json

  assert.equal(one.rsa.publicKey.equals(two.rsa.publicKey), true)
  assert.equal(one.ed25519.publicKey.equals(two.ed25519.publicKey), true)
  const pem = one.rsa.publicKey.export({ type: 'spki', format: 'pem' })
  assert.equal(served.publicKey.publicKeyPem, pem)
  assert.equal(served.type, 'Application')
  assert.equal(served.assertionMethod[0].type, 'Multikey')
  assert.equal(served['@context'].includes('https://w3id.org/security/v1'), true)
})

test('who asks for Activity Streams where there is none gets what there is', async () => {
  await using stage = await startPeerAndHome()
  const { peer } = stage
  const paths = { '/api/v2/instance': 200, '/nodeinfo/2.0': 200, '/nowhere': 404 }

  for (const [path, status] of Object.entries(paths)) {
    assert.equal((await peer.get(stage.url(path))).status, status, path)
  }
})
