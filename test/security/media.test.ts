import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import Fastify from 'fastify'
import sharp from 'sharp'
import { processImage } from '../../src/kernel/processing/image.ts'
import { planUpload } from '../../src/kernel/processing/plan.ts'
import { processAvatar, processEmoji } from '../../src/kernel/processing/profile-images.ts'
import { processRecording } from '../../src/kernel/processing/recording.ts'
import { MediaRejected } from '../../src/kernel/processing/rejected.ts'
import { openDirectoryStorage } from '../../src/kernel/storage/directory.ts'
import { newKey } from '../../src/kernel/storage/keys.ts'
import { serveMedia } from '../../src/kernel/storage/serve.ts'
import {
  makeRecording,
  movingPicture,
  neededFfmpeg,
  picture,
  pngChunk,
  pngClaiming,
  temporaryFolder,
} from '../support/media-samples.ts'

const rejected =
  (...reasons: string[]) =>
  (error: unknown) =>
    error instanceof MediaRejected && error.statusCode === 422 && reasons.includes(error.reason)

async function recordings(context: TestContext) {
  const ffmpeg = await neededFfmpeg(context)
  if (ffmpeg === null) return null
  const folder = await temporaryFolder(context)
  let written = 0
  const temporaryPath = (extension: string) => join(folder, `out-${written++}.${extension}`)
  return {
    ffmpeg,
    folder,
    process: (path: string) => processRecording(ffmpeg, path, { temporaryPath }),
  }
}

test('A42 a picture that claims 50,000 × 50,000 pixels is refused without being decoded', async () => {
  const before = process.memoryUsage().rss

  for (const [width, height] of [
    [50_000, 50_000],
    [8000, 8000],
    [1, 33_177_601],
  ] as const) {
    const bomb = pngClaiming(width, height)
    await assert.rejects(processImage(bomb), rejected('too-many-pixels'), `${width}`)
    await assert.rejects(processAvatar(bomb), rejected('too-many-pixels'), `${width}`)
    await assert.rejects(processEmoji(bomb), rejected('too-many-pixels'), `${width}`)
  }

  assert.ok(process.memoryUsage().rss - before < 100 * 1024 * 1024)
})

test('A42 an animation counts the pixels of all its frames', async () => {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 4100, height: 4100, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ effort: 1 })
    .toBuffer()
  assert.equal((await sharp(gif).metadata()).pages, 2)

  for (const process of [processImage, processAvatar]) {
    await assert.rejects(process(gif), rejected('too-many-pixels'))
  }
})

test('A40 A42 SVG is refused, whatever it is called and wherever it goes', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'
  for (const text of [
    svg,
    `<?xml version="1.0"?>${svg}`,
    `<!-- GIF89a -->${svg}`,
    `\ufeff${svg}`,
  ]) {
    await assert.rejects(planUpload(Buffer.from(text), null), rejected('unsupported'))
    await assert.rejects(processImage(Buffer.from(text)), rejected('unsupported'))
    await assert.rejects(processEmoji(Buffer.from(text)), rejected('unsupported'))
  }
  // sharp itself refuses it too, so that no other way in has to remember.
  await assert.rejects(sharp(Buffer.from(svg)).metadata(), /unsupported/)
})

test('A42 a polyglot keeps nothing but its pixels', async () => {
  const script = '<script>alert(document.domain)</script>'
  const page = Buffer.from(`${script}<?php system($_GET[0]) ?>`)
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
    const polyglot = Buffer.concat([await picture(40, 30).toFormat(format).toBuffer(), page])
    const { original, preview } = await processImage(polyglot)
    assert.ok(!original.data.includes(script), format)
    assert.ok(!preview.data.includes(script), format)
  }
})

test('A42 where a photo was taken and by whom is gone from every file made of it', async () => {
  const exif = {
    IFD0: { Artist: 'secret-artist' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
  }
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="secret-xmp"/></rdf:RDF></x:xmpmeta>'
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const photo = await picture(60, 40).withExif(exif).withXmp(xmp).toFormat(format).toBuffer()
    const { exif: given } = await sharp(photo).metadata()
    assert.ok(given?.includes('secret-artist'), format)
    assert.ok(given?.includes(Buffer.from([51, 0, 0, 0, 1, 0, 0, 0])), format) // the latitude

    const image = await processImage(photo)
    const avatar = format === 'avif' ? null : await processAvatar(photo)
    for (const file of [image.original, image.preview, ...(avatar ? [avatar.original] : [])]) {
      const { exif, xmp, iptc, icc, comments } = await sharp(file.data).metadata()
      assert.deepEqual([exif, xmp, iptc, icc, comments], Array(5).fill(undefined), format)
      assert.doesNotMatch(file.data.toString('latin1'), /secret|Exif|GPS/, format)
    }
  }
})

test('A42 comments and text blocks of PNG and GIF are gone', async () => {
  const png = await picture(30, 20).png().toBuffer()
  const text = pngChunk('tEXt', Buffer.from('Comment\0secret'))
  const squeezed = pngChunk(
    'zTXt',
    Buffer.concat([Buffer.from('Comment\0\0'), deflateSync('secret')]),
  )
  const withText = Buffer.concat([png.subarray(0, 33), text, squeezed, png.subarray(33)])
  const gif = await movingPicture(30, 20).gif().toBuffer()
  const comment = Buffer.from('\x21\xfe\x06secret\0', 'latin1')
  const withComment = Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)])

  for (const input of [withText, withComment]) {
    const { original } = await processImage(input)
    assert.doesNotMatch(original.data.toString('latin1'), /secret|tEXt|zTXt/)
  }
})

test('A42 where a video was filmed is gone, also from one that is only copied', async (context) => {
  const bench = await recordings(context)
  if (bench === null) return
  const { ffmpeg, folder } = bench
  const secrets = ['-metadata', 'location=+51.5000-000.1200/', '-metadata', 'title=secret']
  const tags = [
    ...secrets,
    '-metadata:s:v:0',
    'handler_name=secret',
    '-movflags',
    'use_metadata_tags',
  ]
  const sources = ['testsrc=size=160x120:rate=10:duration=0.5', 'sine=duration=0.5']
  for (const [name, codecs] of [
    ['copied.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']],
    ['encoded.mov', ['-c:v', 'mpeg4', '-c:a', 'pcm_s16le']],
  ] as const) {
    const path = await makeRecording(ffmpeg, join(folder, name), sources, [...codecs, ...tags])
    assert.match((await readFile(path)).toString('latin1'), /51\.5000/)

    const { original } = await bench.process(path)

    assert.doesNotMatch((await readFile(original.path)).toString('latin1'), /51\.5000|secret/, name)
  }
})

test('A42 a playlist that calls itself a video reaches neither files nor network', async (context) => {
  const bench = await recordings(context)
  if (bench === null) return
  let calls = 0
  const listener = createServer((socket) => {
    calls++
    socket.destroy()
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  context.after(() => listener.close())
  const { port } = listener.address() as AddressInfo
  const hls = `#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:${port}/a.ts\n#EXT-X-ENDLIST\n`
  const concat = `ffconcat version 1.0\nfile http://127.0.0.1:${port}/a.ts\n`
  const local = 'ffconcat version 1.0\nfile /etc/passwd\n'
  const beginnings = ['', '\0\0\0\x10ftypisom\0\0\0\0', 'ID3', 'GIF89a', 'fLaC']
  const disguised = beginnings.flatMap((text) => [text + hls, text + concat, text + local])

  for (const [number, text] of disguised.entries()) {
    const path = join(bench.folder, `in-${number}.mp4`)
    await writeFile(path, text, 'latin1')
    await assert.rejects(bench.process(path), rejected('unsupported', 'undecodable'), text)
  }

  assert.equal(calls, 0)
  assert.deepEqual(
    (await readdir(bench.folder)).filter((name) => name.startsWith('out')),
    [],
  )
})

test('A42 codecs that are not on the list, and Matroska that is not WebM, are refused', async (context) => {
  const bench = await recordings(context)
  if (bench === null) return
  const source = 'testsrc=size=160x120:rate=25:duration=0.2'
  const make = (name: string, sources: string[], options: string[]) =>
    makeRecording(bench.ffmpeg, join(bench.folder, name), sources, options)

  for (const codec of ['mpeg2video', 'mjpeg']) {
    const video = await make(`${codec}.mov`, [source], ['-c:v', codec])
    await assert.rejects(bench.process(video), rejected('unsupported'), codec)
  }
  const sound = await make('b.mp4', [source, 'sine=duration=0.2'], ['-c:a', 'ac3'])
  await assert.rejects(bench.process(sound), rejected('unsupported'))
  const matroska = await make('c.mkv', [source], ['-c:v', 'libx264'])
  await assert.rejects(bench.process(matroska), rejected('unsupported'))
})

test('A42 video with too many pixels, frames or seconds is refused', async (context) => {
  const bench = await recordings(context)
  if (bench === null) return
  const make = (name: string, source: string, options: string[]) =>
    makeRecording(
      bench.ffmpeg,
      join(bench.folder, name),
      [source],
      ['-preset', 'ultrafast', ...options],
    )

  const large = await make('a.mp4', 'color=size=4096x2160:rate=1:duration=1', [])
  await assert.rejects(bench.process(large), rejected('too-many-pixels'))
  const fast = await make('b.mp4', 'color=size=64x64:rate=240:duration=0.5', [])
  await assert.rejects(bench.process(fast), rejected('too-many-frames'))
  const slow = 'color=size=16x16:rate=1/3600:duration=28800'
  const long = await make('c.mp4', slow, ['-video_track_timescale', '1000'])
  await assert.rejects(bench.process(long), rejected('too-long'))
})

test('A42 A56 no name of an upload reaches the disk, and what is served is inert', async (context) => {
  const folder = await temporaryFolder(context)
  const storage = await openDirectoryStorage(join(folder, 'root'))
  const server = Fastify()
  serveMedia(server, storage)
  await server.listen({ host: '127.0.0.1', port: 0 })
  context.after(() => server.close())
  const { port } = server.server.address() as AddressInfo
  const image = await processImage(await picture(40, 30).png().toBuffer())
  const key = newKey('media', image.original.extension)
  await storage.put(key, image.original.data)
  await writeFile(join(folder, 'secret.png'), 'secret')

  const response = await fetch(`http://127.0.0.1:${port}/system/${key}`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'image/png')
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), image.original.data)
  for (const name of [
    '../../secret.png',
    '/etc/passwd',
    'a.png',
    `${key}/../../../../../secret.png`,
  ]) {
    await assert.rejects(storage.put(name, Buffer.from('x')), TypeError, name)
    for (const path of [name, encodeURIComponent(name), name.replaceAll('.', '%2e')]) {
      const answer = await server.inject({ url: `/system/${path}` })
      assert.equal(answer.statusCode, 404, path)
    }
  }
})
