import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientNetwork, proxyCheck } from './client-address.ts'

test('proxies are found by address and by network, in both families', () => {
  const isProxy = proxyCheck(['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '::1'])

  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', 'fd12::1', '::1']) {
    assert.equal(isProxy(address), true, address)
  }
  for (const address of ['11.0.0.1', '192.0.2.8', '2001:db8::1', 'unknown', '', undefined]) {
    assert.equal(isProxy(address), false, String(address))
  }
})

test('without proxies nobody is one', () => {
  assert.equal(proxyCheck([])('127.0.0.1'), false)
})

test('a client is an IPv4 address or the /64 of an IPv6 one, however that is written', () => {
  for (const [address, network] of [
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['2001:0DB8:0001:2::9', '2001:db8:1:2'],
    ['2001:db8::1:0:0:0:9', '2001:db8:0:1'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
  ] as const) {
    assert.equal(clientNetwork(address), network)
  }
})
