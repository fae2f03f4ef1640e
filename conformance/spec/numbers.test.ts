import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLines, readTestNames } from './numbers.ts'

test('lines are found with the section that they stand in', () => {
  const text =
    '## C. Node\n- S-001 one\n## H. Other\n### H.1 Context\n- S-002 (brief) two\n  S-003\n'

  assert.deepEqual(readLines(text), [
    { number: 'S-001', section: 'C' },
    { number: 'S-002', section: 'H.1' },
  ])
})

test('a test names the numbers that its name begins with, and ranges', () => {
  const text = `
    // S-001 a comment
    test('S-002 S-003 does it', () => {})
    test("S-005…S-007 do it", () => {})
    test('does what S-009 says', () => {})
    walk.claim(\`S-010 \${what}\`, true)
  `

  const numbers = ['S-002', 'S-003', 'S-005', 'S-006', 'S-007', 'S-010']
  assert.deepEqual([...readTestNames(text)], numbers)
})
