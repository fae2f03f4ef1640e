import assert from 'node:assert/strict'
import { createECDH, createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { encryptAes128gcm, encryptAesgcm, isPublicKey } from './encryption.ts'
import { vapidToken } from './vapid.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('RFC 8291 appendix A: the example is encrypted to the same bytes', () => {
  const recipient = {
    publicKey: bytes(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    authSecret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const ephemeral = {
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  }
  const plain = Buffer.from('When I grow up, I want to be a watermelon')

  const { body } = encryptAes128gcm(plain, recipient, ephemeral)

  assert.equal(
    body.toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml' +
      'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
      'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('draft-ietf-webpush-encryption-04 section 5: so is the older example', () => {
  const recipient = {
    publicKey: bytes(
      'BCEkBjzL8Z3C-oi2Q7oE5t2Np-p7osjGLg93qUP0wvqRT21EEWyf0cQDQcakQMqz4hQKYOQ3il2nNZct4HgAUQU',
    ),
    authSecret: bytes('R29vIGdvbyBnJyBqb29iIQ'),
  }
  const ephemeral = {
    salt: bytes('lngarbyKfMoi9Z75xYXmkg'),
    privateKey: bytes('nCScek-QpEjmOOlT-rQ38nZzvdPlqa00Zy0i6m2OJvY'),
  }

  const { body, publicKey } = encryptAesgcm(Buffer.from('I am the walrus'), recipient, ephemeral)

  assert.equal(body.toString('base64url'), '6nqAQUME8hNqw5J3kl8cpVVJylXKYqZOeseZG8UueKpA')
  assert.equal(
    publicKey.toString('base64url'),
    'BNoRDbb84JGm8g5Z5CFxurSqsXWJ11ItfXEWYVLE85Y7CYkDjXsIEc4aqxYaQ1G8BqkXCJ6DPpDrWtdWj_mugHU',
  )
})

test('no two messages share salt or key', () => {
  const pair = createECDH('prime256v1')
  const recipient = { publicKey: pair.generateKeys(), authSecret: Buffer.alloc(16) }
  const sent = [1, 2].map(() => encryptAes128gcm(Buffer.from('x'), recipient))

  assert.equal(new Set(sent.map(({ salt }) => salt.toString('hex'))).size, 2)
  assert.equal(new Set(sent.map(({ publicKey }) => publicKey.toString('hex'))).size, 2)
})

test('a key is a point of the curve', () => {
  const good = createECDH('prime256v1').generateKeys()
  const offCurve = Buffer.from(good)
  offCurve[64]! ^= 1
  const compressed = createECDH('prime256v1').generateKeys(undefined as never, 'compressed')

  assert.equal(isPublicKey(good), true)
  for (const bad of [offCurve, compressed, Buffer.alloc(65), Buffer.alloc(0), good.subarray(1)]) {
    assert.equal(isPublicKey(Buffer.from(bad as never)), false)
  }
})

/** The claims of a token; null if the key did not sign it. */
function claimsOf(token: string, publicKey: string): Record<string, unknown> | null {
  const [head, claims, signature] = token.split('.') as [string, string, string]
  const point = bytes(publicKey)
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const key = createPublicKey({ format: 'jwk', key: jwk })
  const signed = Buffer.from(`${head}.${claims}`)
  const good = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes(signature))
  assert.deepEqual(JSON.parse(bytes(head).toString()), { typ: 'JWT', alg: 'ES256' })
  return good ? JSON.parse(bytes(claims).toString()) : null
}

test('RFC 8292: a token is signed for the origin of the endpoint, as the example is', () => {
  const example =
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAi' +
    'OjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGk' +
    'MlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA'
  const exampleKey =
    'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'
  const pair = createECDH('prime256v1')
  const vapid = {
    publicKey: pair.generateKeys('base64url'),
    privateKey: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  }
  const now = 1_453_480_568_000
  const wanted = {
    endpoint: 'https://push.example.net/p/abc?d=1',
    contact: 'mailto:push@example.com',
  }

  const ours = claimsOf(vapidToken({ vapid }, { ...wanted, now }), vapid.publicKey)

  assert.deepEqual(claimsOf(example, exampleKey), ours)
})
