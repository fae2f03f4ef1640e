import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countedDomain, isCommonSuffix, registrableDomain } from './registrable-domain.ts'

test('A35 the registered part of a name is found, also below a country’s second level', () => {
  const cases: [string, string][] = [
    ['example.com', 'example.com'],
    ['a.b.c.example.com', 'example.com'],
    ['A.Example.COM.', 'example.com'],
    ['a.example.co.uk', 'example.co.uk'],
    ['a.web.de', 'web.de'],
    ['a.example.com.vn', 'example.com.vn'],
    ['a.example.xn--55qx5d.cn', 'example.xn--55qx5d.cn'],
    ['a.constructor', 'a.constructor'],
    ['localhost', 'localhost'],
    ['192.0.2.1', '192.0.2.1'],
    ['[2001:db8::1]', '[2001:db8::1]'],
  ]

  for (const [hostname, domain] of cases) assert.equal(registrableDomain(hostname), domain)
})

test('A35 addresses of one network count as one domain, and twice counted is the same', () => {
  const cases: [string, string][] = [
    ['a.example.com', 'example.com'],
    ['192.0.2.1', '192.0.2.1'],
    ['[2001:db8::1]', countedDomain('[2001:db8:0:0:ffff::2]')],
    ['2001:db8::1', countedDomain('[2001:db8::1]')],
  ]

  for (const [hostname, domain] of cases) {
    assert.equal(countedDomain(hostname), domain)
    assert.equal(countedDomain(domain), domain)
  }
  assert.notEqual(countedDomain('[2001:db8::1]'), countedDomain('[2001:db8:0:1::1]'))
})

test('A35 whoever has a name under a shared host owns that name and no other', () => {
  const shared = ['github.io', 'blogspot.com', 'masto.host', 'wordpress.com', 'ghost.io']

  for (const host of shared) {
    assert.equal(registrableDomain(`a.someone.${host}`), `someone.${host}`)
    assert.equal(registrableDomain(host), host)
  }
})

test('suffixes own themselves, and so does what is no domain', () => {
  const names = ['com', 'co.uk', 'com.vn', 'localhost', '', '__proto__', '192.0.2.1', '2001:db8::1']

  for (const name of names) assert.equal(registrableDomain(name), name)
  assert.equal(registrableDomain('localhost.'), 'localhost')
})

test('a port stays with the name, and punycode is a name like others', () => {
  const cases: [string, string][] = [
    ['a.example.com:8443', 'example.com:8443'],
    ['localhost:3000', 'localhost:3000'],
    ['[::1]:3000', '[::1]:3000'],
    ['a.xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['a.xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd.xn--p1ai'],
  ]

  for (const [hostname, domain] of cases) assert.equal(registrableDomain(hostname), domain)
})

test('what everybody can have a name under is no name of anybody', () => {
  for (const suffix of ['com', 'co.uk', 'ORG.', 'com.vn', 'localhost', 'com:8080']) {
    assert.equal(isCommonSuffix(suffix), true, suffix)
  }
  for (const name of [
    'a.com',
    'a.co.uk',
    'github.io',
    'duckdns.org',
    '[::1]',
    '[::1]:80',
    '192.0.2.1',
  ]) {
    assert.equal(isCommonSuffix(name), false, name)
  }
})
