import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuOfAll, timesIn, withChildren } from './process-times.ts'

test('times of a process are read beside a name with spaces and brackets', () => {
  const stat = '71 (a (b) c) S 7 71 71 0 -1 4194560 100 0 0 0 12 3 40 5 20 0 11 0 900 1 2 3'

  assert.deepEqual(timesIn(stat), { pid: 71, parent: 7, name: 'a (b) c', own: 150, ofEnded: 450 })
})

test('a process counts with its children, their children and those that ended', () => {
  const process = (pid: number, parent: number) => ({ pid, parent, name: 'x', own: 10, ofEnded: 1 })
  const all = [process(4, 3), process(2, 1), process(3, 2), process(5, 1)]

  const tree = withChildren(all, [2])

  assert.deepEqual(tree.map(({ pid }) => pid).sort(), [2, 3, 4])
  assert.equal(cpuOfAll(tree), 33)
})
