import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlots } from './concurrency.ts'

test('what has not been answered for half a second makes room, while few enough wait', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  let rooms = 0
  const slots = createSlots({ active: 2, slow: 1 }, () => void rooms++)

  const [first, second] = [slots.take(), slots.take()]
  assert.equal(slots.hasRoom(), false)
  context.mock.timers.tick(499)
  assert.equal(slots.hasRoom(), false)
  context.mock.timers.tick(1)
  assert.equal(slots.hasRoom(), true)
  assert.equal(rooms, 1)
  const third = slots.take()
  context.mock.timers.tick(500)
  assert.equal(slots.hasRoom(), false)

  second()
  assert.equal(slots.hasRoom(), true)
  first()
  third()
  assert.equal(slots.hasRoom(), true)
})
