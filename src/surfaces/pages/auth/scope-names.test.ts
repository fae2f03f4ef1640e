import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_SCOPES } from '../../../kernel/http/scopes.ts'
import { ENGLISH_WORDS, inWords } from '../../../kernel/text/messages.ts'
import { describeScopes } from './scope-names.ts'

test('every scope is told in words', () => {
  for (const scope of ALL_SCOPES) {
    const [line, ...others] = describeScopes([scope])

    assert.deepEqual([line?.scopes, others], [[scope], []])
    assert.doesNotMatch(
      inWords(line?.text ?? ':', ENGLISH_WORDS),
      /:/,
      `${scope} has no name in words`,
    )
  }
})

test('what another scope covers is left out', () => {
  const lines = describeScopes(['read:statuses', 'read', 'follow', 'write:blocks', 'write:media'])

  assert.deepEqual(
    lines.flatMap((line) => line.scopes),
    ['read', 'follow', 'write:media'],
  )
})

test('scopes of one kind share a line', () => {
  const lines = describeScopes(['read:accounts', 'push', 'read:statuses', 'write:media'])

  assert.deepEqual(
    lines.map((line) => inWords(line.text, ENGLISH_WORDS)),
    [
      'Receive your notifications in the background',
      'Read your profiles and posts',
      'Change your uploaded pictures and files',
    ],
  )
})

test('what staff can do stands out', () => {
  const lines = describeScopes(['read', 'admin:write', 'admin:read:reports'])

  assert.deepEqual(
    lines.map((line) => line.strong),
    [false, true, true],
  )
})
