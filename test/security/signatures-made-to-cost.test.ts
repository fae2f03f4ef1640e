import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, hash, type webcrypto } from 'node:crypto'
import { test } from 'node:test'
import { readKeys } from '../../src/features/accounts/remote/read-keys.ts'
import { checkDigest } from '../../src/kernel/activitypub/signatures/digest.ts'
import { readRfc9421 } from '../../src/kernel/activitypub/signatures/rfc9421.ts'
import { excessBeside } from '../support/fastest.ts'

const ACTOR = 'https://away.test/users/mallory'
const PLACE = { origin: 'https://rookery.test', domain: 'rookery.test' }
/** the largest body of an inbox */
const BODY = Buffer.alloc(1 << 20, ' ')
const SHA256 = hash('sha256', BODY, 'base64')
/** so many times the control's processor time is no concern, and so many ms are none on any machine */
const TIMES = 4
const HARMLESS = 40
/** what fits into the headers of a request, with room for others */
const HEADERS = 15_000

test('A110 a digest named hundreds of times is calculated once', async () => {
  const named = `SHA-256=${SHA256}`
  const times = Math.floor(HEADERS / (named.length + 1))
  const check = (digest: string) => () =>
    checkDigest({ method: 'POST', target: '/inbox', headers: { digest }, body: copy() }, 'digest')
  await compare(check(named), check(Array(times).fill(named).join(',')))
})

test('A110 the body of hundreds of signatures is read once', async () => {
  const read = (times: number) => {
    const labels = Array.from({ length: times }, (_, at) => `s${at}`)
    const covered = '("@method" "@target-uri" "content-digest");created=1;keyid="k"'
    const headers = {
      'content-digest': `sha-256=:${SHA256}:`,
      'signature-input': labels.map((label) => `${label}=${covered}`).join(','),
      signature: labels.map((label) => `${label}=:AA==:`).join(','),
    }
    return () => readRfc9421({ method: 'POST', target: '/inbox', headers, body: copy() }, PLACE, 0)
  }
  await compare(read(1), read(150))
})

test('A111 a key whose exponent makes each check dear is no key', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = publicKey.export({ format: 'jwk' })
  const listed = (exponent: string) => readKeys({ publicKey: keyWith(jwk, exponent) }, ACTOR)

  assert.equal(listed('010001').length, 1)
  assert.equal(listed('03').length, 1)
  assert.deepEqual(listed(`7f${'ff'.repeat(255)}`), [])
  assert.deepEqual(listed('7fffffffffffffff'), [])
  assert.deepEqual(listed('01'), [])
})

/** As if it had just arrived. */
function copy(): Buffer {
  return Buffer.from(BODY)
}

async function compare(control: () => unknown, hostile: () => unknown): Promise<void> {
  control()
  assert.equal(await excessBeside(hostile, { control, times: TIMES, harmless: HARMLESS }), null)
}

function keyWith(jwk: webcrypto.JsonWebKey, exponent: string) {
  const e = Buffer.from(exponent, 'hex').toString('base64url')
  const key = createPublicKey({ key: { ...jwk, e }, format: 'jwk' })
  const publicKeyPem = key.export({ type: 'spki', format: 'pem' })
  return { id: `${ACTOR}#main-key`, owner: ACTOR, publicKeyPem }
}
