import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMessage, textFrame } from './messages.ts'
import type { Connection, Subscription } from './registry.ts'

const listening = (transport: Connection['transport'], label: string): Subscription => ({
  connection: { transport } as Connection,
  channel: '',
  label,
})

test('a text frame says its length in one, three or nine bytes', () => {
  for (const [length, head] of [
    [0, [0x81, 0]],
    [125, [0x81, 125]],
    [126, [0x81, 126, 0, 126]],
    [65_535, [0x81, 126, 255, 255]],
    [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
  ] as const) {
    const frame = textFrame('x'.repeat(length))

    assert.deepEqual([...frame.subarray(0, head.length)], head, String(length))
    assert.equal(frame.length, head.length + length)
  }
})

test('the length of a text frame counts bytes', () => {
  const frame = textFrame('🐦é')

  assert.deepEqual([...frame.subarray(0, 2)], [0x81, 6])
  assert.equal(frame.subarray(2).toString(), '🐦é')
})

test('the bytes of a message are made once for each form', () => {
  const message = createMessage('delete', '1')
  const one = message.bytesFor(listening('websocket', '["user"]'))

  assert.equal(message.bytesFor(listening('websocket', '["user"]')), one)
  assert.notEqual(message.bytesFor(listening('websocket', '["public"]')), one)
  assert.equal(one.subarray(2).toString(), '{"stream":["user"],"event":"delete","payload":"1"}')
  const event = message.bytesFor(listening('sse', '["user"]'))
  assert.equal(message.bytesFor(listening('sse', '["public"]')), event)
  assert.equal(event.toString(), 'event: delete\ndata: 1\n\n')
})
