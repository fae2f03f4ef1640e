import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeEmail } from './email-address.ts'

test('an address is stored without spaces around it and with its domain in ASCII', () => {
  assert.equal(normalizeEmail(' Ann.Lee+x@Example.ORG '), 'Ann.Lee+x@example.org')
  assert.equal(normalizeEmail('ann@bücher.example'), 'ann@xn--bcher-kva.example')
  assert.equal(normalizeEmail('owner@localhost'), 'owner@localhost')
})

test('what could break out of a mail header or is no address is refused', () => {
  for (const text of [
    '',
    'ann',
    '@example.org',
    'ann@',
    'a b@example.org',
    'ann@example.org\r\nBcc: eve@example.org',
    'ann@exam ple.org',
    '<ann@example.org>',
    'ann@example..org',
    `${'a'.repeat(65)}@example.org`,
    `ann@${'a.'.repeat(130)}org`,
  ]) {
    assert.equal(normalizeEmail(text), null, JSON.stringify(text))
  }
})
