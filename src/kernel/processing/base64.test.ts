import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastest } from '../../../test/support/fastest.ts'
import { decodeDataUri } from './base64.ts'
import { MediaRejected } from './rejected.ts'

test('S-346 a base64 data URI gives its bytes and declared type', () => {
  const decoded = decodeDataUri('data:image/png;base64,aGVsbG8=')

  assert.equal(String(decoded?.data), 'hello')
  assert.equal(decoded?.contentType, 'image/png')
  const withParameter = decodeDataUri('DATA:Audio/OGG;codecs=opus;base64,aGVsbG8=')
  assert.equal(withParameter?.contentType, 'audio/ogg')
  assert.equal(decodeDataUri('data:;base64,aGVsbG8=')?.contentType, 'text/plain')
})

test('S-346 what is not exactly a base64 data URI is refused', () => {
  const others = [
    '',
    'hello',
    'data:image/png,hello',
    'data:image/png;base64',
    'data:image/png;base64,aGVsbG8',
    'data:image/png;base64,aGVs*G8=',
    'data:image/png;base64,aGVsbG9=',
    'data:image/png;base64,aGVsbG8=aGVs',
    'data:image/png;base64;base64x,aGVsbG8=',
    ' data:image/png;base64,aGVsbG8=',
    `data:${'x'.repeat(300)}/png;base64,aGVsbG8=`,
  ]
  for (const text of others) assert.equal(decodeDataUri(text), null, text)
})

test('S-348 a data URI over the limit is refused before it is decoded', () => {
  const text = `data:image/png;base64,${'A'.repeat(4000)}`
  assert.equal(decodeDataUri(text, 3000)?.data.length, 3000)

  assert.throws(() => decodeDataUri(text, 2000), MediaRejected)
})

test('A37 reading a data URI takes time in proportion to its length', async () => {
  const hostile = `data:image/png${';a=b'.repeat(250_000)};base64,`
  const broken = `data:image/png;base64,${'A'.repeat(4_000_000)}*`

  for (const text of [hostile, broken]) {
    const took = await fastest(() => assert.equal(decodeDataUri(text), null), { enough: 250 })
    assert.ok(took < 250, `${took} ms`)
  }
})
