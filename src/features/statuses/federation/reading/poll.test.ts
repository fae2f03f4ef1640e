import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPoll } from './poll.ts'

test('A137 an option that is cut within a character can be stored', () => {
  const oneOf = [{ name: `${'x'.repeat(499)}🐦` }, { name: 'b' }]
  const poll = readPoll({ type: 'Question', oneOf }, 0)

  assert.ok(poll?.options[0]?.title.isWellFormed())
})
