import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNetwork } from './cidr.ts'

test('S-188: a network has one spelling', () => {
  const cases = [
    ['192.0.2.7', '192.0.2.7/32'],
    [' 192.0.2.77/24 ', '192.0.2.0/24'],
    ['10.255.1.2/9', '10.128.0.0/9'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0:1:2:3:4/64', '2001:db8::/64'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
    ['::', '::/128'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['::ffff:192.0.2.7/120', '192.0.2.0/24'],
    ['::1.2.3.4', '::102:304/128'],
  ] as const

  for (const [text, network] of cases) assert.equal(readNetwork(text), network, text)
  for (const text of ['', 'x', '1.2.3', '1.2.3.4/33', '::1/129', 'fe80::1%eth0', '1.2.3.4/-1']) {
    assert.equal(readNetwork(text), null, text)
  }
})
