import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerOf } from './challenge-tokens.ts'
import { redirectTarget } from './redirect-target.ts'

const TOKEN = 'evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ-PCt92wr-oA'
const tokens = new Map([[TOKEN, `${TOKEN}.thumbprint`]])

test('A107 a challenge that is under way is answered by its token alone', () => {
  const path = '/.well-known/acme-challenge/'

  assert.equal(answerOf(tokens, path + TOKEN), `${TOKEN}.thumbprint`)
  const others = [
    '',
    TOKEN.slice(1),
    `${TOKEN}/`,
    `${TOKEN}?x`,
    `x/../${TOKEN}`,
    `%65${TOKEN.slice(1)}`,
  ]
  for (const other of others) assert.equal(answerOf(tokens, path + other), null, other)
  assert.equal(answerOf(tokens, '/.well-known/acme-challenge'), undefined)
  assert.equal(answerOf(tokens, '/'), undefined)
})

test('A107 a redirect leads to the public address, whatever the request says', () => {
  const lead = (url: string) => redirectTarget('https://social.example', url)

  assert.equal(lead('/@alice?page=2'), 'https://social.example/@alice?page=2')
  assert.equal(lead('//evil.example/'), 'https://social.example//evil.example/')
  assert.equal(lead('http://evil.example/'), 'https://social.example/')
  assert.equal(lead('@evil.example'), 'https://social.example/')
  assert.equal(lead('*'), 'https://social.example/')
  assert.equal(lead('/\u00e9\r\nx'), 'https://social.example/%C3%A9%0D%0Ax')
  assert.equal(lead(`/${'a'.repeat(5000)}`), 'https://social.example/')
})
