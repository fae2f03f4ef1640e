import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movingPicture, picture } from '../../../test/support/media-samples.ts'
import { mediaLimits } from './limits.ts'
import { planUpload } from './plan.ts'
import { MediaRejected } from './rejected.ts'

const ffmpeg = { ffmpeg: '/usr/bin/ffmpeg', ffprobe: '/usr/bin/ffprobe' } // never run here
const mp4 = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1')
const rejected = (reason: string) => (error: unknown) =>
  error instanceof MediaRejected && error.reason === reason

test('S-347 pictures are ready at once, recordings are for later', async () => {
  assert.equal(await planUpload(await picture(8, 8).png().toBuffer(), ffmpeg), 'image')
  assert.equal(await planUpload(await picture(8, 8).gif().toBuffer(), ffmpeg), 'image')
  assert.equal(await planUpload(mp4, ffmpeg), 'video')
  assert.equal(await planUpload(Buffer.from('fLaC'), ffmpeg), 'audio')
})

test('an animated GIF becomes a video where ffmpeg is', async () => {
  const gif = await movingPicture(8, 8).gif().toBuffer()

  assert.equal(await planUpload(gif, ffmpeg), 'gifv')
  assert.equal(await planUpload(gif, null), 'image')
})

test('S-348 without ffmpeg video is refused with a clear text', async () => {
  await assert.rejects(planUpload(mp4, null), /no video or audio/)
})

test('S-348 what is no known type or too large for its type is refused', async () => {
  const png = await picture(8, 8).png().toBuffer()
  const large = (head: Buffer, size: number) => Buffer.concat([head, Buffer.alloc(size)])

  await assert.rejects(planUpload(Buffer.from('<svg/>'), ffmpeg), rejected('unsupported'))
  await assert.rejects(
    planUpload(large(png, mediaLimits.imageBytes), ffmpeg),
    rejected('too-large'),
  )
  assert.equal(await planUpload(large(mp4, mediaLimits.imageBytes), ffmpeg), 'video')
  await assert.rejects(
    planUpload(large(mp4, mediaLimits.videoBytes), ffmpeg),
    rejected('too-large'),
  )
})
