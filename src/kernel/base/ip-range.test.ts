import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ipDigits, ipRange, networkAround } from './ip-range.ts'

test('an address has one form, however it is written', () => {
  const key = '20010db8000000000000000000000001'

  assert.equal(ipDigits('2001:db8::1'), key)
  assert.equal(ipDigits('2001:DB8:0:0:0:0:0:1'), key)
  assert.equal(ipDigits('::'), '0'.repeat(32))
  assert.equal(ipDigits('192.0.2.1'), '00000000000000000000ffffc0000201')
  assert.equal(ipDigits('::ffff:192.0.2.1'), ipDigits('192.0.2.1'))
  for (const none of ['', 'x', '192.0.2', '192.0.2.256', 'fe80::1%eth0', '1::2::3']) {
    assert.equal(ipDigits(none), null, none)
  }
})

test('a network is the range of its addresses', () => {
  const inside = (address: string, network: string) => {
    const range = ipRange(network)
    const key = ipDigits(address)!
    return range !== null && range.from <= key && key <= range.to
  }

  assert.ok(inside('192.0.2.77', '192.0.2.0/24'))
  assert.ok(!inside('192.0.3.0', '192.0.2.0/24'))
  assert.ok(inside('192.0.2.1', '192.0.2.1'))
  assert.ok(!inside('192.0.2.2', '192.0.2.1'))
  assert.ok(inside('10.1.2.3', '0.0.0.0/0'))
  assert.ok(!inside('2001:db8::1', '0.0.0.0/0'))
  assert.ok(inside('2001:db8:0:1:ffff::', '2001:db8:0:1::/64'))
  assert.ok(!inside('2001:db8:0:2::', '2001:db8:0:1::/64'))
  for (const none of [
    '192.0.2.0/33',
    '2001:db8::/129',
    '192.0.2.0/x',
    '192.0.2.0/',
    '1.2.3.4/8/8',
  ]) {
    assert.equal(ipRange(none), null, none)
  }
})

test('the network around an address depends on its kind', () => {
  const bits = { v4: 24, v6: 64 }

  assert.deepEqual(networkAround('192.0.2.9', bits), ipRange('192.0.2.0/24'))
  assert.deepEqual(networkAround('2001:db8::9', bits), ipRange('2001:db8::/64'))
  assert.equal(networkAround('nowhere', bits), null)
})
