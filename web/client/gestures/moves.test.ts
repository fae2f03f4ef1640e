import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axisOf, isAtEdge, isEnough, pulledBy, stepOf } from './moves.ts'

test('a finger has a direction once it has left its place', () => {
  assert.equal(axisOf({ x: 3, y: 4 }), null)
  assert.equal(axisOf({ x: 30, y: 8 }), 'x')
  assert.equal(axisOf({ x: -30, y: 8 }), 'x')
  assert.equal(axisOf({ x: 30, y: 25 }), 'y', 'slanted, it scrolls')
})

test('the sides of the window belong to the system', () => {
  assert.equal(isAtEdge(10, 390), true)
  assert.equal(isAtEdge(385, 390), true)
  assert.equal(isAtEdge(60, 390), false)
})

test('a swipe against the direction of reading goes on, the other way back', () => {
  assert.equal(stepOf({ x: -120, y: 10 }, false), 1)
  assert.equal(stepOf({ x: 120, y: 10 }, false), -1)
  assert.equal(stepOf({ x: -120, y: 10 }, true), -1)
  assert.equal(stepOf({ x: 120, y: 10 }, true), 1)
})

test('what is short or slanted is no swipe', () => {
  assert.equal(stepOf({ x: -40, y: 0 }, false), 0)
  assert.equal(stepOf({ x: -120, y: 90 }, false), 0)
})

test('the sign follows the finger less and less, and never upwards', () => {
  assert.equal(pulledBy(-20), 0)
  assert.ok(pulledBy(50) > 25)
  assert.ok(pulledBy(400) - pulledBy(300) < pulledBy(100) - pulledBy(0))
  assert.ok(pulledBy(5000) <= 96)
  assert.equal(isEnough(40), false)
  assert.equal(isEnough(140), true)
})
