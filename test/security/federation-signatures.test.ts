import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { HOUR } from '../../src/kernel/base/durations.ts'
import { excessBeside, ORDINARY, ordinaryWork } from '../support/fastest.ts'
import type { SendOptions } from '../support/peer.ts'
import { startPeerAndHome } from '../support/peer-and-home.ts'
import { makeKey } from '../support/peer-keys.ts'
import { follow, type Stage, send } from '../support/signed-follows.ts'

test('A01 an activity of somebody else than its signer is refused before anything happens', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage
  const victim = peer.addActor('victim')

  const forged = { ...follow(stage, victim), actor: victim.uri }
  const answer = await peer.send(mallory, forged, { inbox: stage.url() })

  assert.equal(answer.status, 401)
  assert.equal(await stage.queued(), 0)
  assert.deepEqual(await stage.followersOfAlice(), [])
})

test('A01 a key that its owner lists signs for nobody else of the same server', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage
  const victim = peer.addActor('victim')

  const forged = { ...follow(stage, victim), actor: victim.uri }
  const answer = await peer.send(victim, forged, {
    inbox: stage.url(),
    keyId: mallory.keys[0]!.uri,
    privateKey: mallory.keys[0]!.privateKey,
  })

  assert.equal(answer.status, 401)
  assert.deepEqual(await stage.followersOfAlice(), [])
})

test('A01 an activity whose id is on another server is refused', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage

  const activity = { ...follow(stage, mallory), id: 'https://elsewhere.example/follows/1' }
  const answer = await peer.send(mallory, activity, { inbox: stage.url() })

  assert.equal(answer.status, 401)
  assert.equal(await stage.queued(), 0)
})

test('A03 every way of signing less than the request is refused', async () => {
  await using stage = await startPeerAndHome()
  const less: Partial<SendOptions>[] = [
    { signature: 'none' },
    { covered: ['host', 'date', 'digest'] },
    { covered: ['(request-target)', 'date', 'digest'] },
    { covered: ['(request-target)', 'host', 'digest'] },
    { covered: ['(request-target)', 'host', 'date'] },
    { signature: 'rfc9421', covered: ['@method', '@target-uri'] },
    { signature: 'rfc9421', covered: ['@target-uri', 'content-digest'] },
    { signature: 'rfc9421', covered: ['@method', 'content-digest'] },
    { signature: 'rfc9421', covered: ['@method', '@authority', 'content-digest'] },
    { signature: 'rfc9421', covered: ['@method', '@path', 'content-digest'] },
    { headers: { digest: null } },
    { signature: 'rfc9421', headers: { 'content-digest': null } },
  ]

  for (const options of less) assert.equal(await send(stage, options), 401, JSON.stringify(options))

  assert.equal(await stage.queued(), 0)
})

test('A03 a body, a date or a digest that is changed on the way is noticed', async () => {
  await using stage = await startPeerAndHome()
  const other = JSON.stringify({
    ...follow(stage, stage.mallory),
    actor: stage.mallory.uri,
    to: [],
  })
  const changed: Partial<SendOptions>[] = [
    { tamperedBody: other },
    { signature: 'rfc9421', tamperedBody: other },
    { headers: { date: new Date(Date.now() - 60_000).toUTCString() } },
    { headers: { digest: 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' } },
    { digest: 'MD5=1B2M2Y8AsgTpgAmY7PhCfg==' },
    { digest: 'SHA-256' },
    { signature: 'rfc9421', digest: 'md5=:1B2M2Y8AsgTpgAmY7PhCfg==:' },
    { signature: 'rfc9421', digest: 'sha-256=47DEQpj8HBSa' },
    { signature: 'rfc9421', digest: '=' },
  ]

  for (const options of changed) {
    assert.equal(await send(stage, options), 401, JSON.stringify(options))
  }

  assert.equal(await stage.queued(), 0)
})

test('A04 a request that was made for another server or another path is refused', async () => {
  await using stage = await startPeerAndHome()

  assert.equal(await send(stage, { host: 'other.example' }), 401)
  assert.equal(
    await send(stage, { host: 'other.example', headers: { host: 'other.example' } }),
    401,
  )
  const covered = ['@method', '@authority', '@path', 'content-digest']
  const other = { signature: 'rfc9421', host: 'other.example', covered } as const
  assert.equal(await send(stage, other), 401)
  assert.equal(await send(stage, { ...other, headers: { host: 'other.example' } }), 401)
  assert.equal(await send(stage, { signature: 'rfc9421', covered }), 202)
  assert.equal(await replayTo(stage, '/users/alice/inbox'), 401)
})

/** Sends a request that was signed for the shared inbox to another path. */
async function replayTo(stage: Stage, path: string): Promise<number> {
  const { peer, mallory } = stage
  const target = peer.url('/inbox')
  await peer.send(mallory, follow(stage, mallory), {
    inbox: target,
    host: new URL(stage.url()).host,
  })
  const recorded = peer.received.at(-1)!
  return new Promise((resolve, reject) => {
    const { host: _, connection: __, ...headers } = recorded.headers
    const outgoing = request(stage.url(path), { method: 'POST', headers }, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    outgoing.on('error', reject).end(recorded.body)
  })
}

test('A04 a stale signature is refused, as is one from the future', async () => {
  await using stage = await startPeerAndHome()
  const outside: Partial<SendOptions>[] = [
    { clockAhead: -12.1 * HOUR },
    { clockAhead: 1.1 * HOUR },
    { signature: 'hs2019', clockAhead: -12.1 * HOUR, expiresIn: 24 * HOUR },
    { signature: 'hs2019', clockAhead: -2 * HOUR, expiresIn: 0.5 * HOUR },
    { signature: 'rfc9421', clockAhead: -12.1 * HOUR },
    { signature: 'rfc9421', clockAhead: 1.1 * HOUR },
    { signature: 'rfc9421', clockAhead: -2 * HOUR, expiresIn: 0.5 * HOUR },
  ]
  const inside: Partial<SendOptions>[] = [
    { clockAhead: -11.9 * HOUR },
    { clockAhead: 0.9 * HOUR },
    { signature: 'hs2019', clockAhead: -11.9 * HOUR, expiresIn: 24 * HOUR },
    { signature: 'rfc9421', clockAhead: -11.9 * HOUR },
  ]

  for (const options of outside)
    assert.equal(await send(stage, options), 401, JSON.stringify(options))
  for (const options of inside)
    assert.equal(await send(stage, options), 202, JSON.stringify(options))
})

test('A04 the same request again changes nothing', async () => {
  await using stage = await startPeerAndHome()

  const statuses = [await send(stage), await send(stage)]
  const once = await stage.followersOfAlice()
  statuses.push(await send(stage))

  assert.deepEqual(statuses, [202, 202, 202])
  assert.deepEqual(once, [stage.mallory.uri])
  assert.deepEqual(await stage.followersOfAlice(), once)
})

test('A05 a linked-data signature gives no authority over what it is around', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage
  const victim = peer.addActor('victim')
  const signature = {
    type: 'RsaSignature2017',
    creator: victim.keys[0]!.uri,
    signatureValue: 'AA==',
  }

  const forged = { ...follow(stage, victim), actor: victim.uri, signature }
  const answer = await peer.send(mallory, forged, { inbox: stage.url() })

  assert.equal(answer.status, 202)
  assert.deepEqual(await stage.followersOfAlice(), [])
})

test('A05 reshaped documents are read as nothing', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage
  const victim = peer.addActor('victim')
  const hidden = { ...follow(stage, victim), actor: victim.uri }
  const shapes = [
    { '@graph': [hidden], id: `${mallory.uri}#1`, type: 'Follow' },
    { '@reverse': { object: hidden }, id: `${mallory.uri}#2`, type: 'Follow' },
    { '@included': [hidden], id: `${mallory.uri}#3`, type: 'Follow' },
  ]

  for (const shape of shapes) {
    const answer = await peer.send(mallory, shape, { inbox: stage.url() })
    assert.equal(answer.status, 202)
  }

  assert.deepEqual(await stage.followersOfAlice(), [])
})

test('A06 A07 contexts are neither fetched nor believed', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage
  peer.serve('/context', { '@context': { actor: 'as:object', object: 'as:actor' } })

  const activity = {
    '@context': [peer.url('/context'), { object: 'as:actor', target: 'as:object' }],
    ...follow(stage, mallory),
  }
  const answer = await peer.send(mallory, activity, { inbox: stage.url() })

  assert.equal(answer.status, 202)
  assert.deepEqual(await stage.followersOfAlice(), [mallory.uri])
  assert.equal(peer.count('/context'), 0)
})

test('S-416 a malformed signature is 400, a bad one 401', async () => {
  await using stage = await startPeerAndHome()
  const malformed = [
    'nonsense',
    'keyId="a"',
    'signature="a"',
    'keyId="a",keyId="b",signature="c"',
    'keyId="a",signature="b',
    'keyId="a",headers="date date",signature="b"',
    '',
  ]

  for (const signature of malformed) {
    assert.equal(await send(stage, { headers: { signature } }), 400, signature)
  }
  assert.equal(await send(stage, { signature: 'rfc9421', headers: { signature: 'sig1' } }), 400)
  const input = { 'signature-input': 'sig1=(' }
  assert.equal(await send(stage, { signature: 'rfc9421', headers: input }), 400)
  const strange = makeKey('rsa', stage.mallory.keys[0]!.uri)
  assert.equal(await send(stage, { privateKey: strange.privateKey }), 401)
  assert.equal(await send(stage, { algorithm: 'rsa-sha1' }), 401)
})

test('A24 a suspended domain is refused once its signature holds', async () => {
  await using stage = await startPeerAndHome()
  const { home, peer, mallory } = stage
  assert.equal(await send(stage), 202)
  await stage.network.settle()
  await home.app.transact(async (tx) => {
    const block = { private_comment: null, public_comment: null, created_at: tx.now }
    const effects = { reject_media: false, reject_reports: false, obfuscate: false }
    await tx.db
      .insertInto('domain_block')
      .values({ id: tx.newId(), domain: peer.host, severity: 'suspend', ...effects, ...block })
      .execute()
    tx.emit({ type: 'settings.changed' })
  })

  assert.equal(await send(stage), 403)
  assert.equal(await send(stage, { tamperedBody: '{}' }), 401)
  const stranger = peer.addActor('stranger')
  const answer = await peer.send(stranger, follow(stage, stranger), { inbox: stage.url() })
  assert.equal(answer.status, 403)
  assert.equal(peer.count('/users/stranger'), 0)
  assert.equal(await stage.queued(), 0)
  assert.equal(mallory.name, 'mallory')
})

test('A19 an activity that nobody here handles is accepted and not kept', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage

  const activity = { id: `${mallory.uri}#1`, type: 'Arrive', object: 'https://example.com/place' }
  const answer = await peer.send(mallory, activity, { inbox: stage.url() })

  assert.equal(answer.status, 202)
  assert.equal(await stage.queued(), 0)
})

test('A36 what is too large, too deep or no activity is refused quickly', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage
  const post = async (body: string) =>
    (await peer.send(mallory, body, { inbox: stage.url() })).status
  const start = `{"id":"${mallory.uri}#1","type":"Create","actor":"${mallory.uri}"`

  for (const [name, body, expected] of [
    ['large', `${start},"x":"${'x'.repeat(1 << 20)}"}`, 413],
    ['deep', `${start},"object":${'['.repeat(40_000)}${']'.repeat(40_000)}}`, 422],
    ['many', `${start},"tag":[${'{},'.repeat(100_000)}{}]}`, 422],
  ] as const) {
    const refuse = async () => assert.equal(await post(body), expected, name)
    const limits = { control: ordinaryWork, times: 250 / ORDINARY, harmless: 250 }
    assert.equal(await excessBeside(refuse, limits), null, name)
  }
  const others = await Promise.all(['', 'null', '[]', '"text"', '{', '{}'].map(post))
  assert.deepEqual(new Set(others), new Set([400]))
})

test('another content type than those of activities is refused', async () => {
  await using stage = await startPeerAndHome()
  const types = {
    'application/activity+json': 202,
    'application/ld+json; profile="https://www.w3.org/ns/activitystreams"': 202,
    'application/json': 202,
    'text/plain': 415,
    'multipart/form-data; boundary=x': 415,
  }

  for (const [contentType, status] of Object.entries(types)) {
    assert.equal(await send(stage, { contentType }), status, contentType)
  }
})

test('the inbox of nobody is no inbox', async () => {
  await using stage = await startPeerAndHome()

  assert.equal(await send(stage, { inbox: stage.url('/users/alice/inbox') }), 202)
  assert.equal(await send(stage, { inbox: stage.url('/users/nobody/inbox') }), 404)
  assert.equal(await send(stage, { inbox: stage.url('/actor/inbox') }), 202)
})

test('A03 names that every JavaScript object knows are no algorithm, digest or header', async () => {
  await using stage = await startPeerAndHome()
  const created = Math.floor(Date.now() / 1000)
  const keyid = stage.mallory.keys[0]!.uri
  const covered = '"@method" "@target-uri" "content-digest"'
  const status: Record<string, number> = {}

  for (const name of ['constructor', '__proto__', 'tostring', 'valueOf', 'hasOwnProperty']) {
    status[`algorithm ${name}`] = await send(stage, { algorithm: name })
    status[`digest ${name}`] = await send(stage, { digest: `${name}=abc` })
    status[`header ${name}`] = await send(stage, {
      covered: ['(request-target)', 'host', 'date', 'digest', name],
    })
    const alg = `sig1=(${covered});created=${created};keyid="${keyid}";alg="${name}"`
    status[`RFC 9421 algorithm ${name}`] = await send(stage, {
      signature: 'rfc9421',
      headers: { 'signature-input': alg },
    })
    const other = `sig1=(${covered} "${name.toLowerCase()}");created=${created};keyid="${keyid}"`
    status[`RFC 9421 header ${name}`] = await send(stage, {
      signature: 'rfc9421',
      headers: { 'signature-input': other },
    })
  }

  const accepted = Object.entries(status).filter(([, one]) => one !== 401)
  assert.deepEqual(accepted, [])
  assert.equal(await stage.queued(), 0)
})
