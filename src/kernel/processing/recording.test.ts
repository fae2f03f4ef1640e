import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import {
  makeRecording,
  movingPicture,
  neededFfmpeg,
  picture,
  temporaryFolder,
} from '../../../test/support/media-samples.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { type ProcessedRecording, processRecording } from './recording.ts'
import { MediaRejected } from './rejected.ts'

const colours = 'testsrc=size=320x240:rate=25:duration=1'
const tone = 'sine=frequency=440:duration=1'

async function codecsOf({ ffprobe }: Ffmpeg, path: string): Promise<string[]> {
  const args = ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', path]
  const { stdout } = await promisify(execFile)(ffprobe, args)
  return stdout.trim().split(/\s+/)
}

interface Bench {
  ffmpeg: Ffmpeg
  folder: string
  make(name: string, sources: string[], output?: string[]): Promise<string>
  process(path: string): Promise<ProcessedRecording>
}

async function setUp(context: TestContext): Promise<Bench | null> {
  const ffmpeg = await neededFfmpeg(context)
  if (ffmpeg === null) return null
  const folder = await temporaryFolder(context)
  let written = 0
  const temporaryPath = (extension: string) => join(folder, `out-${written++}.${extension}`)
  return {
    ffmpeg,
    folder,
    make: (name, sources, output) => makeRecording(ffmpeg, join(folder, name), sources, output),
    process: (path) => processRecording(ffmpeg, path, { temporaryPath, focus: { x: 0, y: 1 } }),
  }
}

test('an MP4 that plays everywhere is copied, its index moved to the front', async (context) => {
  const bench = await setUp(context)
  if (bench === null) return
  const options = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  const path = await bench.make('in.mp4', [colours, tone], options)

  const { type, original, preview, blurhash, meta } = await bench.process(path)

  assert.equal(type, 'video')
  assert.equal(original.contentType, 'video/mp4')
  assert.deepEqual([preview?.width, preview?.height, preview?.extension], [320, 240, 'jpg'])
  assert.match(String(blurhash), /^U.{35}$/)
  assert.partialDeepStrictEqual(meta, {
    fps: 25,
    size: '320x240',
    width: 320,
    height: 240,
    aspect: 320 / 240,
    audio_encode: 'aac',
    audio_bitrate: '44100 Hz',
    audio_channels: 'mono',
    original: { width: 320, height: 240, frame_rate: '25/1' },
    small: { width: 320, height: 240, size: '320x240', aspect: 320 / 240 },
    focus: { x: 0, y: 1 },
  })
  assert.ok(meta.original.bitrate > 1000)
  assert.ok(Math.abs(meta.duration - 1) < 0.1)
  assert.match(meta.length, /^0:00:0[01]\.\d\d$/)
  const bytes = await readFile(original.path)
  assert.ok(bytes.indexOf('moov') < bytes.indexOf('mdat'))
})

test('other video becomes H.264 and AAC, with even sides', async (context) => {
  const bench = await setUp(context)
  if (bench === null) return
  const odd = 'testsrc=size=161x121:rate=10:duration=0.3'
  for (const name of ['in.webm', 'in.ogv']) {
    const { type, original, meta } = await bench.process(await bench.make(name, [odd, tone]))

    assert.equal(type, 'video', name)
    assert.deepEqual(await codecsOf(bench.ffmpeg, original.path), ['h264', 'aac'], name)
    assert.equal('size' in meta && meta.size, '160x120', name)
  }
})

test('a video without sound is a gifv, and so is an animated GIF', async (context) => {
  const bench = await setUp(context)
  if (bench === null) return
  const silent = await bench.make('in.mp4', [colours], ['-pix_fmt', 'yuv420p'])
  assert.equal((await bench.process(silent)).type, 'gifv')

  const gif = join(bench.folder, 'in.gif')
  await writeFile(
    gif,
    await movingPicture(64, 48)
      .gif({ delay: [100, 100, 100] })
      .toBuffer(),
  )
  const { type, original, meta } = await bench.process(gif)
  assert.equal(type, 'gifv')
  assert.equal(original.extension, 'mp4')
  assert.equal('size' in meta && meta.size, '64x48')
})

test('a video filmed upright is described as it is seen', async (context) => {
  const bench = await setUp(context)
  if (bench === null) return
  const path = await bench.make('in.mp4', [colours], ['-pix_fmt', 'yuv420p'])
  const bytes = await readFile(path)
  const quarterTurn = [0, 0x10000, 0, -0x10000, 0, 0, 240 << 16, 0, 0x40000000]
  const matrixAt = bytes.indexOf('tkhd') + 44
  for (const [place, value] of quarterTurn.entries())
    bytes.writeInt32BE(value, matrixAt + place * 4)
  await writeFile(path, bytes)

  const { meta, preview } = await bench.process(path)

  assert.deepEqual([preview?.width, preview?.height], [240, 320])
  assert.equal('size' in meta && meta.size, '240x320')
})

test('sound becomes MP3, whatever it was', async (context) => {
  const bench = await setUp(context)
  if (bench === null) return
  for (const name of ['in.wav', 'in.flac', 'in.ogg', 'in.opus', 'in.m4a', 'in.aac', 'in.mp3']) {
    const { type, original, preview, meta } = await bench.process(await bench.make(name, [tone]))

    assert.equal(type, 'audio', name)
    assert.equal(original.contentType, 'audio/mpeg', name)
    assert.deepEqual(await codecsOf(bench.ffmpeg, original.path), ['mp3'], name)
    assert.equal(preview, null, name)
    assert.ok(Math.abs(meta.duration - 1) < 0.1, `${name} ${meta.duration}`)
    assert.ok(meta.original.bitrate > 1000, name)
    assert.partialDeepStrictEqual(meta, { audio_encode: 'mp3', audio_channels: 'mono' })
  }
})

test('the cover picture of a song becomes its preview', async (context) => {
  const bench = await setUp(context)
  if (bench === null) return
  const [cover, song] = [join(bench.folder, 'cover.jpg'), join(bench.folder, 'song.mp3')]
  await picture(300, 300).jpeg().toFile(cover)
  const inputs = ['-f', 'lavfi', '-i', tone, '-i', cover, '-map', '0', '-map', '1', '-c:v', 'copy']
  const args = ['-v', 'error', ...inputs, '-disposition:v', 'attached_pic', song]
  await promisify(execFile)(bench.ffmpeg.ffmpeg, args)

  const { type, original, preview, blurhash, meta } = await bench.process(song)

  assert.equal(type, 'audio')
  assert.deepEqual(await codecsOf(bench.ffmpeg, original.path), ['mp3'])
  assert.deepEqual([preview?.width, preview?.height], [300, 300])
  assert.match(String(blurhash), /^U.{35}$/)
  assert.equal(meta.small?.size, '300x300')
})

test('a damaged recording is refused and leaves no file', async (context) => {
  const bench = await setUp(context)
  if (bench === null) return
  const whole = await readFile(await bench.make('in.mp4', [colours, tone]))
  const damaged = join(bench.folder, 'damaged.mp4')
  await writeFile(damaged, whole.subarray(0, whole.length / 2))
  const before = await readdir(bench.folder)

  await assert.rejects(bench.process(damaged), MediaRejected)

  assert.deepEqual(await readdir(bench.folder), before)
})
