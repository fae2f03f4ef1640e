import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { type Ffmpeg, findFfmpeg } from '../../src/kernel/processing/ffmpeg.ts'
import { previewTime } from '../../src/kernel/processing/recording-preview.ts'

/** A still picture with a gradient, so that damage and turning can be seen. */
export function picture(width: number, height: number): Sharp {
  const data = Buffer.alloc(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++) {
    data[pixel * 3] = Math.round(((pixel % width) / width) * 255)
    data[pixel * 3 + 1] = Math.round((Math.floor(pixel / width) / height) * 255)
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** A moving picture of three frames. */
export function movingPicture(width: number, height: number): Sharp {
  const data = Buffer.alloc(width * height * 9)
  for (let byte = 0; byte < data.length; byte += 3) {
    data[byte] = Math.floor(byte / (width * height * 3)) * 100
  }
  const raw = { width, height: height * 3, channels: 3, pageHeight: height } as const
  return sharp(data, { raw })
}

/** A PNG whose header claims a size that its pixels do not have. */
export function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8) // eight bits, RGB
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(10_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(name, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

/** @returns null after skipping the test where ffmpeg is missing, which CI does not allow */
export async function neededFfmpeg(context: TestContext): Promise<Ffmpeg | null> {
  const found = await findFfmpeg()
  if (found === null && process.env.CI === 'true') throw new Error('CI must have ffmpeg')
  if (found === null) context.skip('needs ffmpeg')
  // the programs run at low priority, beside the other tests
  previewTime.ms = 120_000
  return found
}

/** Makes a recording: one or more lavfi sources, then the arguments of the output. */
export async function makeRecording(
  { ffmpeg }: Ffmpeg,
  path: string,
  sources: string[],
  output: string[] = [],
): Promise<string> {
  const inputs = sources.flatMap((source) => ['-f', 'lavfi', '-i', source])
  await promisify(execFile)(ffmpeg, ['-v', 'error', '-y', ...inputs, ...output, path])
  return path
}

/** A folder that goes away with the test, and paths in it. */
export async function temporaryFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-media-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}
