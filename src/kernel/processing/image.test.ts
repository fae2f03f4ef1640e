import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { movingPicture, picture, temporaryFolder } from '../../../test/support/media-samples.ts'
import { processImage } from './image.ts'
import { mediaLimits } from './limits.ts'
import { MediaRejected } from './rejected.ts'

const rejected = (reason: string) => (error: unknown) =>
  error instanceof MediaRejected && error.statusCode === 422 && error.reason === reason

test('an image gets a preview, a blurhash and the sizes of both', async () => {
  const input = await picture(1280, 720).jpeg().toBuffer()

  const image = await processImage(input, { focus: { x: 0.5, y: -1 } })

  assert.equal(image.original.contentType, 'image/jpeg')
  assert.equal(image.original.extension, 'jpg')
  assert.equal(image.preview.contentType, 'image/jpeg')
  assert.match(image.blurhash, /^U[\x21-\x7e]{35}$/)
  assert.deepEqual(image.meta, {
    original: { width: 1280, height: 720, size: '1280x720', aspect: 1280 / 720 },
    small: { width: 640, height: 360, size: '640x360', aspect: 640 / 360 },
    focus: { x: 0.5, y: -1 },
  })
  const stored = await sharp(image.preview.data).metadata()
  assert.deepEqual([stored.width, stored.height], [640, 360])
})

test('S-348 each format is kept, or becomes one that everybody reads', async () => {
  const sample = picture(60, 40)
  const expected = { jpeg: 'jpg', png: 'png', webp: 'webp', avif: 'jpg', gif: 'png' } as const
  for (const [format, extension] of Object.entries(expected)) {
    const input = await sample.toFormat(format as keyof typeof expected).toBuffer()
    const image = await processImage(input)
    assert.equal(image.original.extension, extension, format)
    assert.equal(image.original.width, 60, format)
  }
})

test('a file on disk is read as well as bytes', async (context) => {
  const path = join(await temporaryFolder(context), 'upload')
  await writeFile(path, await picture(30, 20).png().toBuffer())

  const image = await processImage({ path })

  assert.equal(image.meta.original.size, '30x20')
})

test('transparency survives', async () => {
  const background = { r: 255, g: 0, b: 0, alpha: 0.5 }
  const create = { width: 20, height: 20, channels: 4, background } as const
  for (const format of ['png', 'webp', 'avif'] as const) {
    const image = await processImage(await sharp({ create }).toFormat(format).toBuffer())
    const { data } = await sharp(image.original.data).raw().toBuffer({ resolveWithObject: true })
    assert.ok(Math.abs((data[3] ?? 0) - 128) < 3, format)
  }
})

test('a picture is turned upright before its orientation is forgotten', async () => {
  const input = await picture(100, 60).withMetadata({ orientation: 6 }).jpeg().toBuffer()

  const image = await processImage(input)

  assert.equal(image.meta.original.size, '60x100')
  const { data, info } = await sharp(image.original.data)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const topRight = (info.width - 1) * 3
  assert.ok((data[topRight] ?? 255) < 20, 'the left edge is at the top')
  assert.ok((data[(info.height - 1) * info.width * 3] ?? 0) > 235, 'the right edge at the bottom')
  assert.equal((await sharp(image.original.data).metadata()).orientation, undefined)
})

test('a wide-gamut picture looks the same in sRGB without its profile', async () => {
  const create = { width: 16, height: 16, channels: 3, background: '#ff2000' } as const
  const input = await sharp({ create }).withIccProfile('p3').jpeg({ quality: 100 }).toBuffer()
  assert.ok((await sharp(input).metadata()).icc)

  const image = await processImage(input)

  assert.equal((await sharp(image.original.data).metadata()).icc, undefined)
  const { dominant } = await sharp(image.original.data).stats()
  for (const [found, meant] of [
    [dominant.r, 0xff],
    [dominant.g, 0x20],
    [dominant.b, 0x00],
  ] as const) {
    assert.ok(Math.abs(found - meant) < 12, JSON.stringify(dominant))
  }
})

test('a picture above 3840 × 2160 pixels is shrunk to as many', async () => {
  const input = await picture(4200, 2800).jpeg().toBuffer()

  const { original } = await processImage(input)

  assert.ok(original.width * original.height <= 3840 * 2160)
  assert.ok(original.width * original.height > 3840 * 2160 * 0.99)
  assert.ok(Math.abs(original.width / original.height - 1.5) < 0.01)
})

test('a moving picture goes on moving, its preview is still', async () => {
  for (const format of ['gif', 'webp'] as const) {
    const image = await processImage(await movingPicture(50, 30).toFormat(format).toBuffer())

    assert.equal(image.original.extension, format)
    assert.equal((await sharp(image.original.data).metadata()).pages, 3)
    assert.equal(image.meta.original.size, '50x30')
    assert.equal((await sharp(image.preview.data).metadata()).pages ?? 1, 1)
  }
})

test('the thinnest pictures have previews and hashes too', async () => {
  for (const [width, height] of [
    [1, 1],
    [1, 2000],
    [2000, 1],
  ] as const) {
    const image = await processImage(await picture(width, height).png().toBuffer())
    assert.equal(image.meta.small.size, `${width}x${height}`)
    assert.ok(image.blurhash.length > 0)
  }
})

test('S-348 too many bytes, damage and other formats are refused with 422', async () => {
  const whole = await picture(300, 200).jpeg().toBuffer()
  const tooLarge = Buffer.concat([whole, Buffer.alloc(mediaLimits.imageBytes)])

  await assert.rejects(processImage(tooLarge), rejected('too-large'))
  await assert.rejects(processImage(whole.subarray(0, whole.length / 2)), rejected('undecodable'))
  await assert.rejects(processImage(whole.subarray(0, 20)), rejected('undecodable'))
  await assert.rejects(processImage(Buffer.alloc(0)), rejected('undecodable'))
  await assert.rejects(processImage(Buffer.from('plain text')), rejected('unsupported'))
  await assert.rejects(processImage(Buffer.from('ID3\x04')), rejected('unsupported'))
  const heic = Buffer.from('\0\0\0\x14ftypheic\0\0\0\0mif1', 'latin1')
  await assert.rejects(processImage(heic), MediaRejected)
})
