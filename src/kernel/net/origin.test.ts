import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalOrigin, sameOrigin } from './origin.ts'

test('A11 spellings of one origin are the same: case, default port, trailing dot, IDN', () => {
  const spellings = [
    'https://münchen.example/users/a',
    'https://MÜNCHEN.example',
    'HTTPS://xn--mnchen-3ya.example:443/#key',
    'https://xn--mnchen-3ya.example./path?query',
    'https://m%C3%BCnchen.example/',
    new URL('https://münchen.example/'),
  ]

  for (const url of spellings) {
    assert.equal(canonicalOrigin(url), 'https://xn--mnchen-3ya.example', String(url))
  }
})

test('A11 another scheme, port or host is another origin', () => {
  const url = 'https://social.example/'

  assert.equal(sameOrigin(url, 'https://social.example/users/a'), true)
  for (const other of [
    'http://social.example/',
    'https://social.example:8443/',
    'https://www.social.example/',
    'https://social.example.evil.test/',
    'https://sоcial.example/', // a Cyrillic о
  ]) {
    assert.equal(sameOrigin(url, other), false, other)
  }
})

test('A11 what has no origin to trust is the same as nothing, itself included', () => {
  for (const url of [
    'https://social.example@evil.test/',
    'https://user:pass@social.example/',
    'https://social.example\\@evil.test/',
    'https://soc\nial.example/',
    'https://social.example/a b',
    'https://social.example../',
    'https://./',
    'ftp://social.example/',
    'data:text/html,x',
    'acct:user@social.example',
    'social.example',
    '',
  ]) {
    assert.equal(canonicalOrigin(url), null, url)
    assert.equal(sameOrigin(url, url), false, url)
  }
})

test('A11 what is compared at a glance is what the parser says', () => {
  const spellings = [
    'https://social.example/users/a',
    'https://social.example/a%20b?c#d',
    'https://social.example',
    'https://social.example./a',
    'https://social.example:443/a',
    'https://xn--a.example/a',
    'https://1.2.3.4.5/a',
    'https://-social.example/a',
    'https://social..example/a',
    'https://social.example/a\\b',
    'https://social.example/a\tb',
    'https://u@social.example/a',
  ]

  for (const a of spellings) {
    for (const b of spellings) {
      const origin = canonicalOrigin(a)
      const same = origin !== null && origin === canonicalOrigin(b)
      assert.equal(sameOrigin(a, b), same, `${a} ${b}`)
    }
  }
})
