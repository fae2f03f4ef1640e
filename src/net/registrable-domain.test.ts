import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCommonSuffix, registrableDomain } from './registrable-domain.ts'

test('A35 the registered part of a name is found, also below a country’s second level', () => {
  const cases: [string, string][] = [
    ['example.com', 'example.com'],
    ['a.b.c.example.com', 'example.com'],
    ['A.Example.COM.', 'example.com'],
    ['a.example.co.uk', 'example.co.uk'],
    ['a.web.de', 'web.de'],
    ['a.someone.masto.host', 'someone.masto.host'],
    ['a.constructor', 'a.constructor'],
    ['localhost', 'localhost'],
    ['192.0.2.1', '192.0.2.1'],
    ['[2001:db8::1]', '[2001:db8::1]'],
  ]

  for (const [hostname, domain] of cases) assert.equal(registrableDomain(hostname), domain)
})

test('what everybody can have a name under is no name of anybody', () => {
  for (const suffix of ['com', 'co.uk', 'ORG.']) assert.equal(isCommonSuffix(suffix), true, suffix)
  for (const name of ['a.com', 'a.co.uk', 'example.org', '[::1]', '192.0.2.1']) {
    assert.equal(isCommonSuffix(name), false, name)
  }
})
