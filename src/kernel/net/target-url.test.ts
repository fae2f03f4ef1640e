import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTarget } from './target-url.ts'

test('A32 an address is read without its fragment and without the dot at the end of its host', () => {
  const spellings = [
    'https://social.example/a?b=c',
    'https://social.example/a?b=c#',
    'https://social.example/a?b=c#part',
    'https://social.example./a?b=c',
    'HTTPS://Social.Example.:443/a?b=c#part',
  ]
  for (const spelling of spellings) {
    assert.equal(parseTarget(spelling).href, 'https://social.example/a?b=c', spelling)
    assert.equal(parseTarget(new URL(spelling)).href, 'https://social.example/a?b=c', spelling)
  }
  assert.throws(() => parseTarget('https://social.example../'), /has no host/)
})
