import assert from 'node:assert/strict'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import { signRequest, verifyRequest } from '@fedify/fedify/sig'
import { cavage, createSigner, createVerifier, httpbis } from 'http-message-signatures'
import { signCavage } from '../../src/kernel/activitypub/signatures/cavage.ts'
import { sha256 } from '../../src/kernel/activitypub/signatures/digest.ts'
import { signRfc9421 } from '../../src/kernel/activitypub/signatures/rfc9421.ts'
import type { HeaderFields } from '../../src/kernel/net/headers.ts'
import { startPeerAndHome } from '../support/peer-and-home.ts'
import { makeKey, type PeerKey, publishedKeys } from '../support/peer-keys.ts'

const OWNER = 'https://home.test/users/alice'
const INBOX = new URL('https://away.test/inbox?of=everybody')
const BODY = JSON.stringify({ type: 'Follow', actor: OWNER })

const SIGNERS = { cavage: signCavage, rfc9421: signRfc9421 }

interface Sent {
  method: 'GET' | 'POST'
  url: string
  headers: HeaderFields
  body: string | null
}

async function signed(
  scheme: keyof typeof SIGNERS,
  key: PeerKey,
  body: string | null,
  url = INBOX,
): Promise<Sent> {
  const method = body === null ? 'GET' : 'POST'
  const digest = body === null ? null : sha256(body)
  const headers = await SIGNERS[scheme]({ key, method, url, digest, now: Date.now() })
  return { method, url: url.href, headers: { host: url.host, ...headers }, body }
}

const isHttpMessageSignature = {
  async cavage({ method, url, headers }: Sent, publicKey: KeyObject): Promise<boolean> {
    const verify = createVerifier(publicKey, algorithmOf(publicKey))
    const keyLookup = async () => ({ id: OWNER, verify })
    // draft-cavage signs the path and the query
    return (await cavage.verifyMessage({ keyLookup }, { method, url, headers })) === true
  },
  async rfc9421({ method, url, headers }: Sent, publicKey: KeyObject): Promise<boolean> {
    const verify = createVerifier(publicKey, algorithmOf(publicKey))
    const keyLookup = async () => ({ id: OWNER, algs: [algorithmOf(publicKey)], verify })
    return (await httpbis.verifyMessage({ keyLookup }, { method, url, headers })) === true
  },
}

function algorithmOf(key: KeyObject): string {
  return key.asymmetricKeyType === 'rsa' ? 'rsa-v1_5-sha256' : 'ed25519'
}

/** Whether Fedify takes a request as signed with the key. */
async function isFedifySignature({ method, url, headers, body }: Sent, key: PeerKey) {
  const request = new Request(url, { method, headers, body })
  const context = ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1']
  const inbox = `${OWNER}/inbox`
  const owner = { '@context': context, id: OWNER, type: 'Person', inbox, outbox: inbox }
  const document = { ...owner, ...publishedKeys(OWNER, [key]) }
  const load = async (documentUrl: string) => ({ contextUrl: null, document, documentUrl })
  const found = await verifyRequest(request, { documentLoader: load })
  return found?.id?.href === key.uri
}

for (const scheme of ['cavage', 'rfc9421'] as const) {
  test(`http-message-signatures takes what we sign, ${scheme}`, async () => {
    for (const algorithm of ['rsa', 'ed25519'] as const) {
      const key = makeKey(algorithm, `${OWNER}#key`)
      const other = makeKey(algorithm, key.uri)

      for (const body of [BODY, null]) {
        const sent = await signed(scheme, key, body)
        assert.equal(await isHttpMessageSignature[scheme](sent, key.publicKey), true)
        assert.equal(await isHttpMessageSignature[scheme](sent, other.publicKey), false)
      }
    }
  })

  test(`Fedify takes what we sign, ${scheme}`, async () => {
    const key = makeKey('rsa', `${OWNER}#key`, 2048)
    // Fedify 2.3 leaves the query out of draft-cavage's target, as Mastodon did
    const url = scheme === 'cavage' ? new URL('/inbox', INBOX) : INBOX

    for (const body of [BODY, null]) {
      const sent = await signed(scheme, key, body, url)
      assert.equal(await isFedifySignature(sent, key), true)
      assert.equal(await isFedifySignature({ ...sent, url: `${sent.url}x` }, key), false)
    }
    const post = await signed(scheme, key, BODY, url)
    assert.equal(await isFedifySignature({ ...post, body: `${BODY} ` }, key), false)
  })
}

test('what Fedify signs is taken, in either form', async () => {
  await using stage = await startPeerAndHome()
  const { peer, alice } = stage
  const actor = peer.addActor('bob')
  const key = makeKey('rsa', actor.keys[0]!.uri, 2048)
  actor.keys = [key]
  Object.assign(actor.document, publishedKeys(actor.uri, [key]))
  const der = key.privateKey.export({ type: 'pkcs8', format: 'der' })
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const cryptoKey = await crypto.subtle.importKey('pkcs8', der, algorithm, true, ['sign'])
  const body = JSON.stringify({
    type: 'Follow',
    actor: actor.uri,
    id: `${actor.uri}#1`,
    object: alice.uri,
  })

  for (const spec of ['draft-cavage-http-signatures-12', 'rfc9421'] as const) {
    const type = { 'content-type': 'application/activity+json' }
    const request = new Request(stage.url(), { method: 'POST', headers: type, body })
    const made = await signRequest(request, cryptoKey, new URL(key.uri), { spec })
    const headers = Object.fromEntries(made.headers)
    const inbox = stage.url()
    const answer = await peer.send(actor, body, { inbox, signature: 'none', headers })
    const changed = await peer.send(actor, `${body} `, { inbox, signature: 'none', headers })
    assert.deepEqual([answer.status, changed.status], [202, 401], spec)
  }
  assert.deepEqual(await stage.followersOfAlice(), [actor.uri])
})

test('what http-message-signatures signs is taken, with RSA and Ed25519', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory, alice } = stage
  const body = JSON.stringify({
    type: 'Follow',
    actor: mallory.uri,
    id: `${mallory.uri}#1`,
    object: alice.uri,
  })
  const url = stage.url()
  const base = {
    host: new URL(url).host,
    date: new Date().toUTCString(),
    digest: `SHA-256=${sha256(body)}`,
    'content-digest': `sha-256=:${sha256(body)}:`,
  }

  for (const key of mallory.keys) {
    const signer = createSigner(
      key.privateKey,
      algorithmOf(createPublicKey(key.privateKey)),
      key.uri,
    )
    const old = await cavage.signMessage(
      { key: { ...signer, alg: 'hs2019' }, fields: ['@request-target', 'host', 'date', 'digest'] },
      { method: 'POST', url, headers: base },
    )
    const fields = ['@method', '@target-uri', '@authority', 'host', 'content-digest']
    const now = await httpbis.signMessage(
      { key: signer, fields },
      { method: 'POST', url, headers: base },
    )
    for (const { headers } of [old, now]) {
      const lower = Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        String(value),
      ])
      const given = { inbox: url, signature: 'none' as const, headers: Object.fromEntries(lower) }
      const answer = await peer.send(mallory, body, given)
      assert.equal(answer.status, 202, `${key.algorithm} ${JSON.stringify(given.headers)}`)
    }
  }
})

test('every form of a signature is taken', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage
  const inboxes = [stage.url(), stage.url('/inbox?shared=true')]

  for (const inbox of inboxes) {
    for (const signature of ['cavage', 'cavage-query', 'hs2019', 'rfc9421'] as const) {
      for (const key of ['rsa', 'ed25519'] as const) {
        const algorithm = key === 'rsa' ? {} : { algorithm: 'hs2019' }
        const activity = { id: `${mallory.uri}#1`, type: 'Follow', object: stage.alice.uri }
        const answer = await peer.send(mallory, activity, { inbox, signature, key, ...algorithm })
        assert.equal(answer.status, 202, `${inbox} ${signature} ${key}`)
      }
    }
  }
})

test('of several signatures one that holds is enough, and others may be of no use', async () => {
  await using stage = await startPeerAndHome()
  const { peer, mallory } = stage
  const activity = { id: `${mallory.uri}#1`, type: 'Follow', object: stage.alice.uri }
  const inbox = stage.url()
  const proxy = 'proxy=("@method");created=1;keyid="proxy";alg="hmac-sha256"'
  const send = async (headers: (input: string, value: string) => Record<string, string>) => {
    const body = JSON.stringify({ actor: mallory.uri, ...activity })
    const digest = `sha-256=:${sha256(body)}:`
    const key = mallory.keys[0]!
    const made = await signRfc9421({
      key,
      method: 'POST',
      url: new URL(inbox),
      digest: sha256(body),
      now: Date.now(),
    })
    const more = headers(made['signature-input']!, made.signature!)
    return peer.send(mallory, body, {
      inbox,
      signature: 'none',
      headers: { 'content-digest': digest, ...more },
    })
  }

  const both = await send((input, value) => ({
    'signature-input': `${proxy}, ${input}`,
    signature: `proxy=:AAAA:, ${value}`,
  }))
  const onlyProxy = await send(() => ({ 'signature-input': proxy, signature: 'proxy=:AAAA:' }))

  assert.equal(both.status, 202)
  assert.equal(onlyProxy.status, 401)
})
