import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAllowList, isGlobalUnicast } from './address-policy.ts'

test('addresses on both sides of a special-purpose block are public', () => {
  const addresses = [
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '2606:2800:220:1::1',
    '2a00:1450::1',
    '3ffd:ffff::1',
    '3fff:1000::1',
  ]

  for (const address of addresses) assert.equal(isGlobalUnicast(address), true, address)
})

test('what is no address in its usual spelling is not public', () => {
  for (const text of [
    '',
    'example.com',
    '1.2.3',
    '0x8.8.8.8',
    '010.8.8.8',
    '8.8.8.8/8',
    '[2003::1]',
  ]) {
    assert.equal(isGlobalUnicast(text), false, text)
  }
})

test('an allow list holds CIDRs and single addresses of either family', () => {
  const allow = createAllowList(['10.1.0.0/16', '127.0.0.1', 'fd00::/8', '::1'])

  const inside = ['10.1.2.3', '127.0.0.1', 'fd12::3', '::1']
  const outside = ['10.2.0.1', '127.0.0.2', 'fe80::1', '::2', '::ffff:10.1.2.3', 'example.com']
  for (const address of inside) assert.equal(allow.includes(address), true, address)
  for (const address of outside) assert.equal(allow.includes(address), false, address)
  assert.equal(allow.isEmpty, false)
  assert.equal(createAllowList([]).isEmpty, true)
})

test('an entry that is no CIDR is named', () => {
  for (const entry of ['10.0.0.0/33', 'localhost', '10.0.0', '']) {
    assert.throws(() => createAllowList([entry]), { name: 'RangeError' }, entry)
  }
})
