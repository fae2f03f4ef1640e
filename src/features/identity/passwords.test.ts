import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, verifyPassword } from './passwords.ts'

const cheap = { secretCost: 'cheap' } as const

test('a hash fits its own password and no other', async () => {
  const hash = await hashPassword(cheap, 'correct horse')

  assert.match(hash, /^\$argon2id\$v=19\$m=8,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.equal(await verifyPassword(cheap, hash, 'correct horse'), true)
  assert.equal(await verifyPassword(cheap, hash, 'correct horsf'), false)
  assert.equal(await verifyPassword(cheap, hash, ''), false)
})

test('two hashes of one password differ', async () => {
  assert.notEqual(
    await hashPassword(cheap, 'correct horse'),
    await hashPassword(cheap, 'correct horse'),
  )
})

test('a hash of another cost is still checked', async () => {
  const hash = await hashPassword({ secretCost: 'normal' }, 'correct horse')

  assert.match(hash, /\$m=19456,t=2,p=1\$/)
  assert.equal(await verifyPassword(cheap, hash, 'correct horse'), true)
})

test('a password is the same however its letters are composed', async () => {
  const hash = await hashPassword(cheap, 'pass\u00e9word')

  assert.equal(await verifyPassword(cheap, hash, 'passe\u0301word'), true)
})

test('an unknown user has no password, the empty one included', async () => {
  assert.equal(await verifyPassword(cheap, null, ''), false)
  assert.equal(await verifyPassword(cheap, null, 'correct horse'), false)
})
