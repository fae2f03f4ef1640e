import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { multibaseOf, publicKeyOfMultibase } from './multikey.ts'

test('an Ed25519 key written as a Multikey is read back', () => {
  for (let round = 0; round < 20; round++) {
    const { publicKey } = generateKeyPairSync('ed25519')

    const text = multibaseOf(publicKey)

    assert.match(text, /^z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/)
    assert.ok(publicKeyOfMultibase(text)?.equals(publicKey), text)
  }
})

test('the key of the published example is read as it stands there', () => {
  // https://www.w3.org/TR/controller-document/#Multikey
  const key = publicKeyOfMultibase('z6MkmM42vxfqZQsv4ehtTjFFxQ4sQKS2w6WR7emozFAn5cxu')

  assert.equal(key?.asymmetricKeyType, 'ed25519')
  assert.equal(multibaseOf(key), 'z6MkmM42vxfqZQsv4ehtTjFFxQ4sQKS2w6WR7emozFAn5cxu')
})

test('what is no such key is null', () => {
  const wrong = ['', 'z', 'z6Mk', 'u6Mk', 'z0OIl', 'z1111', `z${'2'.repeat(100_000)}`]
  // a P-256 key
  wrong.push('zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv')
  for (const text of wrong) assert.equal(publicKeyOfMultibase(text), null, text.slice(0, 60))
})
