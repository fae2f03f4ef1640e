import { createHash } from 'node:crypto'
import type { S3Client } from './client.ts'
import { refused } from './failure.ts'
import { element, elements, parent, textOf } from './xml.ts'

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
const REMOVED_AT_ONCE = 1000

export interface ObjectPage {
  objects: { name: string; size: number; storedAt: number }[]
  /** for the next page; null: this is the last one */
  next: string | null
}

/** A page of the objects whose keys begin so, in order. */
export async function listObjects(
  client: S3Client,
  prefix: string,
  token: string | null,
): Promise<ObjectPage> {
  const { config } = client
  const query = {
    'list-type': '2',
    prefix: config.prefix + prefix,
    ...(token !== null && { 'continuation-token': token }),
  }
  const { text } = await client.send({ method: 'GET', query })
  const objects = elements(text, 'Contents').map((object) => ({
    name: (textOf(object, 'Key') ?? '').slice(config.prefix.length),
    size: Number(textOf(object, 'Size')),
    storedAt: Date.parse(textOf(object, 'LastModified') ?? ''),
  }))
  const isLast = textOf(text, 'IsTruncated') !== 'true'
  return { objects, next: isLast ? null : textOf(text, 'NextContinuationToken') }
}

/** Removes objects, many with one request; missing ones are no error. */
export async function removeObjects(client: S3Client, names: readonly string[]): Promise<void> {
  for (let at = 0; at < names.length; at += REMOVED_AT_ONCE) {
    await removeSome(client, names.slice(at, at + REMOVED_AT_ONCE))
  }
}

async function removeSome(client: S3Client, names: readonly string[]): Promise<void> {
  const { config } = client
  const objects = names.map((name) => parent('Object', element('Key', config.prefix + name)))
  const body = parent('Delete', `${element('Quiet', 'true')}${objects.join('')}`)
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
  const answer = await client.send({ method: 'POST', query: { delete: '' }, headers, body })
  // each object may fail by itself
  const failed = elements(answer.text, 'Error').find((one) => textOf(one, 'Code') !== 'NoSuchKey')
  if (failed === undefined) return
  const status = textOf(failed, 'Code') === 'AccessDenied' ? 403 : 500
  throw refused(config, 'DELETE of files', { ...answer, status, text: failed }, Date.now())
}
