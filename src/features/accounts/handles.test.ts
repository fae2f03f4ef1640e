import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeHost, parseHandle } from './handles.ts'

const config = { domain: 'social.test', handleDomain: 'handles.test' }

test('S-274 a handle is read with or without @ and host, in any letter case', () => {
  for (const text of [
    'Alice',
    '@alice',
    'ALICE@social.test',
    '@alice@Handles.Test',
    'acct:alice@social.test',
  ]) {
    assert.deepEqual(parseHandle(config, text), { username: 'alice', domain: null }, text)
  }
  assert.deepEqual(parseHandle(config, '@Bob@Away.Test'), { username: 'bob', domain: 'away.test' })
})

test('S-275 spaces around a handle are trimmed; what can be nobody is null', () => {
  assert.deepEqual(parseHandle(config, '  alice  '), { username: 'alice', domain: null })
  const wrong = [
    '',
    '   ',
    '@',
    'a b',
    'alice@',
    'alice@two words',
    'alice@a..b',
    'alice@x/y',
    'a@b@c',
  ]
  for (const text of [...wrong, 'alice@[', 'alice@exa%mple', 'é', `${'a'.repeat(500)}`]) {
    assert.equal(parseHandle(config, text), null, text)
  }
})

test('a host is held in lower case and punycode, without default port and final dot', () => {
  assert.equal(normalizeHost('BÜCHER.example'), 'xn--bcher-kva.example')
  assert.equal(normalizeHost('a.example:443'), 'a.example')
  assert.equal(normalizeHost('a.example:8443'), 'a.example:8443')
  assert.equal(normalizeHost('a.example.'), 'a.example')
  assert.equal(normalizeHost(''), null)
})
