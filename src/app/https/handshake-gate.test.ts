import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGate } from './handshake-gate.ts'

function gateOf(limits: { perNetwork: number; total: number }) {
  const gate = createGate(limits)
  const closed: string[] = []
  const open = (address: string, name = address) => gate.admit(address, () => closed.push(name))
  return { gate, closed, open }
}

test('A106 the oldest half-open connection of a network makes room for its next one', () => {
  const { gate, closed, open } = gateOf({ perNetwork: 2, total: 10 })
  const done = open('192.0.2.1', 'first')
  open('192.0.2.2', 'neighbour')
  open('192.0.2.1', 'second')
  open('192.0.2.1', 'third')

  assert.deepEqual(closed, ['first'])
  done()
  assert.equal(gate.size, 3)
})

test('A106 a connection that has spoken takes no room', () => {
  const { gate, closed, open } = gateOf({ perNetwork: 1, total: 10 })
  for (let count = 0; count < 3; count++) open('192.0.2.1')()

  assert.deepEqual(closed, [])
  assert.equal(gate.size, 0)
})

test('A106 addresses of one IPv6 network count as one', () => {
  const { closed, open } = gateOf({ perNetwork: 1, total: 10 })
  open('2001:db8::1')
  open('2001:db8:0:1::1')
  open('2001:db8::2')

  assert.deepEqual(closed, ['2001:db8::1'])
})

test('A106 the oldest of all makes room where there are too many', () => {
  const { gate, closed, open } = gateOf({ perNetwork: 5, total: 2 })
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) open(address)

  assert.deepEqual(closed, ['192.0.2.1'])
  gate.clear()
  assert.deepEqual(closed, ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
  assert.equal(gate.size, 0)
})
