import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newKey } from '../keys.ts'
import { fileOf, hiddenName } from './names.ts'

test('A87 the name of a hidden file cannot be told from its key without the secret of the server', () => {
  const [key, other] = [newKey('media', 'png'), newKey('media', 'png')]
  const secrets = ['one server', 'another one'].map((text) => Buffer.from(text))
  const names = secrets.flatMap((secret) => [hiddenName(secret, key), hiddenName(secret, other)])

  const proofs = names.map((name) => /-([0-9a-f]{32})\.png$/.exec(name)?.[1])
  assert.equal(new Set(proofs).size, 4)
  assert.equal(hiddenName(secrets[0]!, key), names[0])
  assert.deepEqual(fileOf(names[0]!), { key, hidden: true })
})
