import type { App } from '../../../../kernel/core/app.ts'
import { ArchiveRefused } from '../../archive-refused.ts'
import { type OpenZip, openZip, type RangeSource } from '../../zip.ts'

/** Opens an archive in the storage. @throws ArchiveRefused */
export async function openStored(app: App, key: string): Promise<OpenZip> {
  const file = await app.storage.open(key)
  if (file === null) throw new ArchiveRefused('The archive is gone')
  await file.close()
  const { size } = file
  return openZip({ size, read: (offset, length) => readRange(app, key, offset, length) })
}

async function readRange(
  app: App,
  key: string,
  offset: number,
  length: number,
): ReturnType<RangeSource['read']> {
  if (length === 0) return new Uint8Array()
  const file = await app.storage.open(key)
  if (file === null) throw new ArchiveRefused('The archive is gone')
  const end = Math.min(offset + length, file.size) - 1
  if (offset < 0 || end < offset) {
    await file.close()
    return new Uint8Array()
  }
  const chunks: Buffer[] = []
  for await (const chunk of file.stream({ start: offset, end })) chunks.push(chunk as Buffer)
  // a copy: Node's small buffers share memory
  return new Uint8Array(Buffer.concat(chunks))
}
