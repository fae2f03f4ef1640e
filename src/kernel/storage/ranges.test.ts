import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRange } from './ranges.ts'

test('a byte range is cut to the file, and one outside it is unsatisfiable', () => {
  const asked = (range: string, size = 100) => readRange({ range }, '"a"', size)

  assert.deepEqual(asked('bytes=0-9'), { start: 0, end: 9 })
  assert.deepEqual(asked('bytes=90-'), { start: 90, end: 99 })
  assert.deepEqual(asked('bytes=-10'), { start: 90, end: 99 })
  assert.deepEqual(asked('bytes=-1000'), { start: 0, end: 99 })
  assert.deepEqual(asked('bytes=95-1000'), { start: 95, end: 99 })
  assert.equal(asked('bytes=100-'), 'unsatisfiable')
  assert.equal(asked('bytes=-0'), 'unsatisfiable')
  assert.equal(asked('bytes=-5', 0), 'unsatisfiable')
})

test('a range that says nothing usable is answered with the whole file', () => {
  for (const range of [
    'bytes=',
    'bytes=-',
    'bytes=9-3',
    'bytes=0-1,5-6',
    'lines=1-2',
    'bytes=a-b',
  ]) {
    assert.equal(readRange({ range }, '"a"', 100), null, range)
  }
  assert.equal(readRange({}, '"a"', 100), null)
  assert.equal(readRange({ range: 'bytes=0-1', 'if-range': '"b"' }, '"a"', 100), null)
  assert.deepEqual(readRange({ range: 'bytes=0-1', 'if-range': '"a"' }, '"a"', 100), {
    start: 0,
    end: 1,
  })
})
