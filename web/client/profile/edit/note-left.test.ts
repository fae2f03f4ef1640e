import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteLeft } from './note-left.ts'

test('S-289 a biography has as many characters left as the server counts', () => {
  assert.equal(noteLeft('', 500), 500)
  assert.equal(noteLeft('(https://example.org/about).', 500), 500 - 23 - 3)
  assert.equal(noteLeft('ann of @team@away.example', 500), 500 - 'ann of @team'.length)
  assert.equal(noteLeft('@team@bücher.example', 500), 500 - '@team'.length)
  assert.equal(noteLeft('mail to me@away.example', 500), 500 - 'mail to me@away.example'.length)
  assert.equal(noteLeft('👩‍👩‍👧‍👦', 1), 0)
})
