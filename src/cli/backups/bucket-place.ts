import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { S3Config } from '../../kernel/base/s3-config.ts'
import { createS3Client } from '../../kernel/storage/s3/client.ts'
import { damaged } from '../../kernel/storage/s3/failure.ts'
import { listObjects, removeObjects } from '../../kernel/storage/s3/objects.ts'
import { findObject, readObject } from '../../kernel/storage/s3/read.ts'
import { sweepUploads, uploadFile } from '../../kernel/storage/s3/upload.ts'
import { archivePrefix } from './archive-name.ts'
import { openFolderPlace } from './folder-place.ts'
import type { BackupPlace } from './place.ts'

const CONTENT_TYPE = 'application/gzip'

interface Given {
  /** folder in which an archive is made before it is sent */
  scratch: string
  domain: string
}

/** A store shows an object once it is whole, so none needs a temporary name there. */
export async function openBucketPlace(s3: S3Config, given: Given): Promise<BackupPlace> {
  const client = createS3Client(s3)
  const begin = archivePrefix(given.domain)
  const outbox = join(given.scratch, 'backup-outbox')
  const found = async (name: string) => {
    const object = await findObject(client, name)
    if (object === null) throw damaged(s3, name, 'is not there any more')
    return object
  }
  return {
    description: `s3://${s3.bucket}/${s3.prefix} at ${s3.endpoint}`,
    disk: outbox,
    async list() {
      const names: string[] = []
      let page = await listObjects(client, begin, null)
      for (;;) {
        names.push(...page.objects.map(({ name }) => name))
        if (page.next === null) return names
        page = await listObjects(client, begin, page.next)
      }
    },
    async put(name, write, signal) {
      const path = join(outbox, name)
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      try {
        await write(path)
        await uploadFile(client, { key: name, contentType: CONTENT_TYPE, signal }, path)
        return (await stat(path)).size
      } finally {
        await rm(path, { force: true })
      }
    },
    async download(name, scratch) {
      const path = join(scratch, name)
      const target = createWriteStream(path, { mode: 0o600, flags: 'wx' })
      await pipeline(readObject(client, await found(name)), target)
      return path
    },
    sizeInScratch: async (name) => (await found(name)).size,
    remove: (names) => removeObjects(client, names),
    async sweep() {
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      await (await openFolderPlace(outbox, given.domain)).sweep()
      await sweepUploads(client, Date.now())
    },
  }
}
