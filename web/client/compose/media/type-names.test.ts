import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf } from './type-names.ts'

test('formats are named as people know them, each once', () => {
  const types = ['image/jpeg', 'image/webp', 'video/quicktime', 'audio/x-pn-wave', 'audio/wave']

  assert.equal(namesOf(types, 'text/plain'), 'JPEG, WebP, MOV, WAV')
  assert.equal(namesOf(types, ''), 'JPEG, WebP, MOV, WAV')
})

test('for a picture that is refused, pictures are named', () => {
  const types = ['image/jpeg', 'image/png', 'video/mp4', 'audio/mpeg']

  assert.equal(namesOf(types, 'image/tiff'), 'JPEG, PNG')
  assert.equal(namesOf(types, 'video/x-flv'), 'MP4')
})
