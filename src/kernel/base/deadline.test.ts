import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { standStill } from '../../../test/support/stand-still.ts'
import { startDeadline } from './deadline.ts'

test('a deadline is over once, after its time', async () => {
  let over = 0
  const begun = performance.now()
  await new Promise<void>((resolve) => {
    startDeadline(100, () => {
      over++
      resolve()
    })
  })
  const waited = performance.now() - begun
  await delay(50)

  assert.equal(over, 1)
  assert.ok(waited >= 80, `${waited} ms`)
})

test('time in which the event loop stood still does not count', async () => {
  let over = false
  using _ = startDeadline(200, () => {
    over = true
  })

  standStill(400)
  await delay(1)

  assert.equal(over, false)
})

test('a deadline that is disposed of is never over', async () => {
  let over = false
  startDeadline(20, () => {
    over = true
  })[Symbol.dispose]()

  await delay(60)

  assert.equal(over, false)
})
