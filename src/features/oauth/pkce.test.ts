import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isChallenge, provesChallenge } from './pkce.ts'

// the example of RFC 7636, appendix B
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

test('S-438 a verifier proves the challenge made from it and no other', () => {
  assert.equal(provesChallenge(challenge, verifier), true)
  assert.equal(provesChallenge(challenge, `${verifier.slice(0, -1)}l`), false)
  assert.equal(provesChallenge(challenge, challenge), false)
  assert.equal(provesChallenge(challenge, null), false)
})

test('A50 a verifier without a challenge is no proof, so a challenge cannot be stripped', () => {
  assert.equal(provesChallenge(null, verifier), false)
  assert.equal(provesChallenge(null, null), true)
})

test('S-438 only a SHA-256 in base64url is a challenge', () => {
  assert.equal(isChallenge(challenge), true)
  assert.equal(isChallenge(`${challenge}=`), false)
  assert.equal(isChallenge('plain'), false)
})
