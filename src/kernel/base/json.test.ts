import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extendJson, isoDay, type JsonText, jsonList, jsonObject, toJson } from './json.ts'

test('isoDay gives the day that the calendar gives, leap years included', () => {
  for (let day = -1000; day < 40_000; day += 1) {
    const time = day * 86_400_000 + (day % 24) * 3_600_000
    assert.equal(isoDay(time), new Date(time).toISOString().slice(0, 10))
  }
})

test('texts are joined to what serialising the values would give', () => {
  const one = toJson({ a: 1 })
  assert.equal(jsonList([one, one]), '[{"a":1},{"a":1}]')
  assert.equal(
    jsonObject({ x: one, 'y"': toJson(null), z: undefined }),
    '{"x":{"a":1},"y\\"":null}',
  )
  assert.equal(extendJson(one, { b: [2] }), '{"a":1,"b":[2]}')
  assert.equal(extendJson('{}' as JsonText, { b: 2 }), '{"b":2}')
  assert.equal(extendJson(one, {}), one)
})
