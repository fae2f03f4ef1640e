import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { movingPicture, picture } from '../../../test/support/media-samples.ts'
import { mediaLimits } from './limits.ts'
import {
  prepareProfileImage,
  processAvatar,
  processBanner,
  processEmoji,
  processHeader,
} from './profile-images.ts'
import { MediaRejected } from './rejected.ts'

const rejected = (reason: string) => (error: unknown) =>
  error instanceof MediaRejected && error.reason === reason

test('an avatar is cut to 400 × 400 and serves as its own still', async () => {
  const { original, still } = await processAvatar(await picture(800, 300).jpeg().toBuffer())

  assert.deepEqual([original.width, original.height, original.extension], [400, 400, 'jpg'])
  assert.equal(still, null)
})

test('a moving avatar keeps moving and gets a still', async () => {
  for (const format of ['gif', 'webp'] as const) {
    const input = await movingPicture(60, 40).toFormat(format).toBuffer()
    const { original, still } = await processAvatar(input)

    assert.deepEqual([original.width, original.height, original.extension], [400, 400, format])
    assert.equal((await sharp(original.data).metadata()).pages, 3)
    assert.deepEqual([still?.width, still?.height, still?.extension], [400, 400, 'png'])
  }
})

test('a header is cut to 1500 × 500', async () => {
  const { original, still } = await processHeader(await picture(600, 600).png().toBuffer())

  assert.deepEqual([original.width, original.height, original.extension], [1500, 500, 'png'])
  assert.equal(still, null)
})

test('the part of a prepared picture is kept that was chosen, moving or not', async () => {
  const red = { r: 255, g: 0, b: 0 }
  const left = await sharp({ create: { width: 20, height: 20, channels: 3, background: red } })
    .png()
    .toBuffer()
  const twoColours = await sharp({
    create: { width: 60, height: 20, channels: 3, background: { r: 0, g: 0, b: 255 } },
  })
    .composite([{ input: left, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer()
  const prepared = await prepareProfileImage(twoColours)
  assert.deepEqual([prepared.width, prepared.height], [60, 20])
  assert.equal((await sharp(prepared.data).metadata()).exif, undefined)

  const colourAt = async (x: number) => {
    const { original } = await processAvatar(prepared.data, { focus: { x, y: 0 }, zoom: 2 })
    assert.deepEqual([original.width, original.height], [400, 400])
    const { dominant } = await sharp(original.data).stats()
    return dominant.r > dominant.b ? 'red' : 'blue'
  }
  assert.deepEqual([await colourAt(-1), await colourAt(1)], ['red', 'blue'])

  const moving = await prepareProfileImage(await movingPicture(60, 40).gif().toBuffer())
  const cut = await processHeader(moving.data, { focus: { x: 1, y: 1 }, zoom: 1 })
  assert.equal((await sharp(cut.original.data).metadata()).pages, 3)
  assert.deepEqual([cut.original.width, cut.original.height], [1500, 500])
})

test('S-289 profile images above 8 MiB or in other formats are refused', async () => {
  const tooLarge = Buffer.concat([
    await picture(10, 10).png().toBuffer(),
    Buffer.alloc(mediaLimits.profileImageBytes),
  ])
  await assert.rejects(processAvatar(tooLarge), rejected('too-large'))
  const avif = await picture(10, 10).avif().toBuffer()
  await assert.rejects(processHeader(avif), rejected('unsupported'))
})

test('an emoji keeps its proportions, and a moving one gets a still', async () => {
  const still = await processEmoji(await picture(100, 50).png().toBuffer())
  assert.deepEqual([still.original.width, still.original.height, still.still], [100, 50, null])

  const moving = await processEmoji(await movingPicture(64, 32).gif().toBuffer())
  assert.deepEqual([moving.original.width, moving.original.height], [64, 32])
  assert.deepEqual([moving.still?.width, moving.still?.height], [64, 32])
  assert.equal(moving.still?.contentType, 'image/png')

  const huge = await processEmoji(await picture(1024, 256).png().toBuffer())
  assert.deepEqual([huge.original.width, huge.original.height], [512, 128])
})

test('S-521 an emoji above 256 KiB is refused', async () => {
  const small = await picture(10, 10).png().toBuffer()
  const tooLarge = Buffer.concat([small, Buffer.alloc(mediaLimits.emojiBytes)])

  await assert.rejects(processEmoji(tooLarge), rejected('too-large'))
})

test('S-301 a banner comes in two sizes with a blurhash', async () => {
  const banner = await processBanner(await picture(1000, 1000).jpeg().toBuffer())

  assert.deepEqual([banner['@1x'].width, banner['@1x'].height], [1200, 630])
  assert.deepEqual([banner['@2x'].width, banner['@2x'].height], [2400, 1260])
  assert.match(banner.blurhash, /^U.{35}$/)
})
