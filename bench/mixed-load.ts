import { randomFillSync } from 'node:crypto'
import sharp from 'sharp'
import { requestText } from './load.ts'
import type { RequestKind } from './open-loop.ts'
import type { Seeded } from './seed.ts'

/** pixels */
const PICTURE = { width: 3000, height: 2000 }
const BOUNDARY = 'rookery-bench-boundary'

/**
 * Requests of people and of other servers at once: seven of ten read.
 * @param signed requests of other servers, each of which is sent once
 */
export async function mixedLoad(seeded: Seeded, signed: Iterator<string>): Promise<RequestKind[]> {
  const { readerToken, writerToken, tokens, statusId } = seeded
  const get = (path: string, token: string) => {
    const text = requestText('GET', path, { token })
    return () => text
  }
  const upload = uploadRequest(await picture(), tokens.at(-1)!)
  let posts = 0
  let favourites = 0
  return [
    { name: 'home', weight: 35, request: get('/api/v1/timelines/home', readerToken) },
    { name: 'public', weight: 15, request: get('/api/v1/timelines/public', readerToken) },
    { name: 'status', weight: 10, request: get(`/api/v1/statuses/${statusId}`, readerToken) },
    { name: 'notifications', weight: 10, request: get('/api/v1/notifications', writerToken) },
    {
      name: 'post',
      weight: 6,
      request: () =>
        requestText('POST', '/api/v1/statuses', {
          token: writerToken,
          body: JSON.stringify({ status: `Post ${posts++} of the bench about #birds and bread` }),
        }),
    },
    {
      name: 'favourite',
      weight: 12,
      request() {
        const at = favourites++
        const action = Math.floor(at / tokens.length) % 2 === 0 ? 'favourite' : 'unfavourite'
        const token = tokens[at % tokens.length]!
        return requestText('POST', `/api/v1/statuses/${statusId}/${action}`, { token, body: '{}' })
      },
    },
    { name: 'inbox', weight: 11.5, request: () => signed.next().value },
    { name: 'upload', weight: 0.5, request: () => upload },
  ]
}

/** A JPEG of some MB: noise, as smooth pictures are small. */
async function picture(): Promise<Buffer> {
  const { width, height } = PICTURE
  const pixels = randomFillSync(Buffer.alloc(width * height * 3))
  const raw = { width, height, channels: 3 as const }
  return sharp(pixels, { raw }).blur(1).jpeg({ quality: 90 }).toBuffer()
}

function uploadRequest(jpeg: Buffer, token: string): Buffer {
  const before = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="bench.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
  const after = `\r\n--${BOUNDARY}--\r\n`
  const length = Buffer.byteLength(before) + jpeg.length + Buffer.byteLength(after)
  const head = [
    'POST /api/v2/media HTTP/1.1',
    'host: localhost',
    'user-agent: rookery-bench',
    `authorization: Bearer ${token}`,
    `content-type: multipart/form-data; boundary=${BOUNDARY}`,
    `content-length: ${length}`,
  ]
  const text = `${head.join('\r\n')}\r\n\r\n${before}`
  return Buffer.concat([Buffer.from(text), jpeg, Buffer.from(after)])
}
