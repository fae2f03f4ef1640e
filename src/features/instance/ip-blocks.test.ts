import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIpBlocks, type IpBlockRow } from './ip-blocks.ts'

const NOW = Date.UTC(2030, 0, 1)
const row = (ip: string, more: Partial<IpBlockRow> = {}): IpBlockRow => ({
  ip,
  severity: 'no_access',
  expires_at: null,
  ...more,
})

test('S-052 a range holds for the addresses in it and no others', () => {
  const blocks = createIpBlocks([row('192.0.2.0/24'), row('2001:db8::/48'), row('198.51.100.7')])

  for (const ip of [
    '192.0.2.1',
    '192.0.2.255',
    '2001:db8::9',
    '198.51.100.7',
    '::ffff:192.0.2.1',
  ]) {
    assert.equal(blocks.severityOf(ip, NOW), 'no_access', ip)
  }
  for (const ip of ['192.0.3.1', '2001:db8:1::1', '198.51.100.8', 'nonsense']) {
    assert.equal(blocks.severityOf(ip, NOW), null, ip)
  }
})

test('the severest of several blocks counts', () => {
  const blocks = createIpBlocks([
    row('192.0.2.0/24', { severity: 'sign_up_requires_approval' }),
    row('192.0.2.0/25', { severity: 'sign_up_block' }),
  ])

  assert.equal(blocks.severityOf('192.0.2.1', NOW), 'sign_up_block')
  assert.equal(blocks.severityOf('192.0.2.200', NOW), 'sign_up_requires_approval')
})

test('a block holds until it expires', () => {
  const blocks = createIpBlocks([
    row('192.0.2.1', { expires_at: NOW + 1000 }),
    row('192.0.2.2', { expires_at: NOW + 2000 }),
  ])

  assert.equal(blocks.severityOf('192.0.2.1', NOW + 999), 'no_access')
  assert.equal(blocks.severityOf('192.0.2.1', NOW + 1000), null)
  assert.equal(blocks.severityOf('192.0.2.2', NOW + 1000), 'no_access')
  assert.equal(blocks.severityOf('192.0.2.2', NOW + 2000), null)
})

test('what is no address and no range blocks nobody', () => {
  const blocks = createIpBlocks([row('192.0.2.0/99'), row('everybody')])

  assert.equal(blocks.severityOf('192.0.2.1', NOW), null)
})
