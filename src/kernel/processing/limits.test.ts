import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mediaConfiguration, supportedMimeTypes } from './limits.ts'

test('S-302 the limits are the published ones', () => {
  assert.partialDeepStrictEqual(mediaConfiguration(true), {
    description_limit: 10_000,
    image_size_limit: 16_777_216,
    image_matrix_limit: 33_177_600,
    video_size_limit: 103_809_024,
    video_matrix_limit: 8_294_400,
    video_frame_rate_limit: 120,
  })
})

test('S-302 video and audio are promised only where ffmpeg is', () => {
  assert.ok(supportedMimeTypes(true).includes('video/mp4'))
  assert.deepEqual(
    supportedMimeTypes(false).filter((type) => !type.startsWith('image/')),
    [],
  )
  assert.ok(!supportedMimeTypes(true).includes('image/svg+xml'))
})
