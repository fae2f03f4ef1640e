import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { newKey } from './certificates.ts'
import { readAuthorization, readDirectory, readOrder } from './documents.ts'
import { accountKey } from './jws.ts'
import { AuthorityAway, refusalOf } from './problem.ts'
import { retryAfter } from './retry-after.ts'

const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString())

test('a request is signed with ES256, and one that only reads has an empty payload', () => {
  const pem = newKey()
  const key = accountKey(pem)
  const request = { url: 'https://ca.example/x', nonce: 'n', kid: null, payload: { a: 1 } }
  const signed = JSON.parse(key.sign(request))
  const head = decode(signed.protected)

  assert.deepEqual(Object.keys(head), ['alg', 'nonce', 'url', 'jwk'])
  assert.deepEqual(Object.keys(head.jwk), ['crv', 'kty', 'x', 'y'])
  assert.deepEqual(decode(signed.payload), { a: 1 })
  const text = Buffer.from(`${signed.protected}.${signed.payload}`)
  const how = { key: createPublicKey(pem), dsaEncoding: 'ieee-p1363' } as const
  assert.ok(verify('sha256', text, how, Buffer.from(signed.signature, 'base64url')))
  const reading = JSON.parse(
    key.sign({ ...request, kid: 'https://ca.example/1', payload: undefined }),
  )
  assert.equal(reading.payload, '')
  assert.equal(decode(reading.protected).kid, 'https://ca.example/1')
  assert.match(key.authorize('token'), /^token\.[\w-]{43}$/)
})

test('a problem becomes one line, however long it is and whatever it holds', () => {
  const problem = refusalOf({
    type: 'urn:ietf:params:acme:error:dns',
    detail: `no\nrecord\u0007 ${'x'.repeat(5000)}`,
  })

  assert.equal(problem.type, 'dns')
  assert.match(problem.message, /^no record x+… \(dns\)$/)
  assert.ok(problem.message.length < 600)
  for (const strange of [null, 'text', 5, [], { type: 5, detail: {}, subproblems: [null, 3] }]) {
    assert.equal(refusalOf(strange).message, 'no reason given')
  }
  const parts = { type: 'x', detail: 'a', subproblems: [{ detail: 'b' }] }
  assert.equal(refusalOf(parts).message, 'a; b (x)')
})

test('documents that lack what they must have are refused, and lists are cut', () => {
  for (const wrong of ['', '[]', 'null', '{}', '{"newNonce":5}']) {
    assert.throws(() => readDirectory(wrong), AuthorityAway)
    assert.throws(() => readOrder(wrong), AuthorityAway)
    assert.throws(() => readAuthorization(wrong), AuthorityAway)
  }
  const many = Array.from({ length: 100 }, (_, at) => `https://ca.example/${at}`)
  const order = readOrder(JSON.stringify({ status: 'x', finalize: 'y', authorizations: many }))
  assert.equal(order.authorizations.length, 5)
  const challenge = { type: 'http-01', url: 'https://ca.example/c', token: '../../etc/passwd' }
  const authorization = { status: 'pending', challenges: [challenge, null, 5] }
  assert.deepEqual(readAuthorization(JSON.stringify(authorization)).challenges, [])
})

test('a time to wait is told in seconds or as a date', () => {
  const at = (value: string | null) =>
    retryAfter({ status: 429, text: '', header: () => value }, 1_000_000)

  assert.equal(at('30'), 1_030_000)
  assert.equal(at('Thu, 01 Jan 1970 01:00:00 GMT'), 3_600_000)
  assert.equal(at(null), null)
  assert.equal(at('soon'), null)
})
