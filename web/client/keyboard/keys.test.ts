import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keysOf } from './keys.ts'

const pressed = (key: string, code: string, held: Partial<KeyboardEvent> = {}) =>
  keysOf({
    key,
    code,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    ...held,
  } as KeyboardEvent)

test('a key is called by what it writes, and by its place where it writes no Latin letter', () => {
  assert.deepEqual(pressed('j', 'KeyJ'), ['j'])
  assert.deepEqual(pressed('о', 'KeyJ'), ['о', 'j'])
  assert.deepEqual(pressed('j', 'KeyC'), ['j'], 'another Latin layout')
  assert.deepEqual(pressed('Enter', 'Enter'), ['Enter'])
})

test('Shift makes another sign, and nothing of a letter', () => {
  assert.deepEqual(pressed('?', 'Slash', { shiftKey: true }), ['?'])
  assert.deepEqual(pressed('J', 'KeyJ', { shiftKey: true }), [])
})

test('Ctrl and Cmd are one, and what the system uses is left to it', () => {
  assert.deepEqual(pressed('k', 'KeyK', { ctrlKey: true }), ['mod+k'])
  assert.deepEqual(pressed('k', 'KeyK', { metaKey: true }), ['mod+k'])
  assert.deepEqual(pressed('k', 'KeyK', { altKey: true }), [])
  assert.deepEqual(pressed('k', 'KeyK', { ctrlKey: true, metaKey: true }), [])
})
