import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import type { Response } from 'light-my-request'
import { assertEntity } from './entities.ts'
import { picture } from './media-samples.ts'
import type { TestServer, TestUser } from './server.ts'

export const UPLOAD = '/api/v2/media'

export const png = (width: number, height: number): Promise<Buffer> =>
  picture(width, height).png().toBuffer()

export const dataUri = (type: string, bytes: Buffer): string =>
  `data:${type};base64,${bytes.toString('base64')}`

/** The media attachment that a reply with this status code holds. */
export function mediaOf(response: Response, statusCode: number) {
  assert.equal(response.statusCode, statusCode, response.body)
  assertEntity('MediaAttachment', response.json())
  return response.json()
}

export async function uploadPicture(user: TestUser, more: Record<string, string> = {}) {
  const file = dataUri('image/png', await png(20, 10))
  return mediaOf(await user.post(UPLOAD, { file, ...more }), 200)
}

/** Of files by their addresses whether each is gone. */
export async function areMissing(
  { anonymous }: TestServer,
  urls: (string | null)[],
): Promise<boolean[]> {
  const found = urls.filter((url) => url !== null)
  const replies = await Promise.all(found.map((url) => anonymous.get(pathOf(url))))
  return replies.map((reply) => reply.statusCode === 404)
}

export function pathOf(url: string): string {
  return new URL(url).pathname
}

/** Names of all files that are kept. */
export async function filesOf({ app }: TestServer): Promise<string[]> {
  const folder = app.config.mediaStorage
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
